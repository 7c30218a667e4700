// fpcheck: fir_q15 <<<1, 64>>> x=[0,0,0,32000,32000,32000,32000,32000,32000,32000,32000,32000,-32000,-32000,-32000,-32000,-32000,-32000,-32000,-32000,0,0,0,0] taps=[-0.0625,0.0,0.3125,0.5,0.3125,0.0,-0.0625] y=empty:24 n=24 want=[-2000,-2000,8000,24000,32767,32767,32000,32000,32000,32767,32767,16000,-16000,-32768,-32768,-32000,-32000,-32768,-32768,-24000,-8000,2000,2000,0] ref=y=want --tol bitwise
// expect: error conversion narrowing at line 24
// why: the overshoot behind an edge exceeds 32767 and wraps to the other sign in the cast to short
// figure: y[9]: computed -29536, MPFR 36000 (saturated 32767)
// Seven-tap low pass on 16-bit audio.
#define TAPS 7

__global__ void fir_q15(const short *x, const float *taps, short *y, int n)
{
    __shared__ float h[TAPS];
    if (threadIdx.x < TAPS)
        h[threadIdx.x] = taps[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float acc = 0.0f;
    for (int k = 0; k < TAPS; k++) {
        int j = i + k - TAPS / 2;
        if (j >= 0 && j < n)
            acc = fmaf(h[k], (float)x[j], acc);
    }
    int rounded = __float2int_rn(acc);
    y[i] = (short)rounded;
}
