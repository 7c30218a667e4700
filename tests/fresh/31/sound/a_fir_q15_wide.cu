// fpcheck: fir <<<1, 64>>> x=@a_fir_q15_wide_x.npy tap=@a_fir_q15_wide_t.npy y=empty:96:i16 n=96 taps=16 --ref y=@a_fir_q15_wide_y.npy --tol bitwise
// expect: ok
// why: the products of Q15 numbers pass 2^31 together, but they are added in 64 bits, rounded by an added half and saturated before they become short
// figure: y[40] computed 32767, MPFR 32767
// FIR filter in fixed point, symmetric taps folded: the two samples of a pair are added first (17 bits, still an int).
__device__ __forceinline__ int sample(const short *x, int i)
{
    return i >= 0 ? (int)x[i] : 0;
}

__global__ void fir(const short *x, const short *tap, short *y, int n, int taps)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        long long acc = 1 << 14;
        for (int t = 0; t < taps / 2; t++) {
            int pair = sample(x, i - t) + sample(x, i - (taps - 1 - t));
            acc += (long long)pair * tap[t];
        }
        long long out = acc >> 15;
        out = out > 32767 ? 32767 : out < -32768 ? -32768 : out;
        y[i] = (short)out;
    }
}
