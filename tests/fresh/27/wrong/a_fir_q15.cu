// fpcheck: fir_q15 <<<1, 32>>> x=const(32767):47:i16 h=const(32767):16:i16 y=empty:32 n=32 want=const(32767):32:i32 ref=y=want
// expect: error integer overflow of a sum at line 21
// why: sixteen products of two Q15 numbers need 35 bits: the 32-bit sum wraps before it is shifted and saturated
// figure: computed -32, MPFR 32767 (saturated)
// FIR filter in Q15 with a saturated output.
#define TAPS 16

__device__ int saturate(int v)
{
    return v > 32767 ? 32767 : (v < -32768 ? -32768 : v);
}

__global__ void fir_q15(const short *x, const short *h, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
#pragma unroll
    for (int k = 0; k < TAPS; k++)
        sum += (int)h[k] * (int)x[i + TAPS - 1 - k];
    y[i] = saturate(sum >> 15);
}
