// fpcheck: fir_q15_wide <<<1, 32>>> x=const(32767):47 h=const(32767):16 y=empty:32 n=32 want=const(32767):32:i32 ref=y=want
// expect: ok
// why: full-scale taps and samples whose sum needs 35 bits: it is kept in 64 bits, rounded, and saturated once at the end
// figure: sum 17178820624, computed 32767, MPFR 32767 (saturated)
// FIR filter in Q15 with rounding and a saturated output.
#define TAPS 16

__device__ int saturate(long long v)
{
    return v > 32767 ? 32767 : (v < -32768 ? -32768 : (int)v);
}

__global__ void fir_q15_wide(const short *x, const short *h, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long sum = 1 << 14;
#pragma unroll
    for (int k = 0; k < TAPS; k++)
        sum += (long long)((int)h[k] * (int)x[i + TAPS - 1 - k]);
    y[i] = saturate(sum >> 15);
}
