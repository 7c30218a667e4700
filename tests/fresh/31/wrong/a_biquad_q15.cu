// fpcheck: biquad <<<1, 32>>> x=@a_biquad_q15_x.npy coef=[24000,24000,8000,31000,-15500] y=empty:4x32:i16 channels=4 n=32 --ref y=@a_biquad_q15_y.npy --tol bitwise
// expect: error accumulator too narrow at line 25
// why: five products of Q15 and Q14 are added in 32 bits: a loud passage passes 2^31 and wraps before the saturation, so +full scale becomes negative
// figure: y[0][6] computed -32768, MPFR 32767
// Direct form I section in fixed point, a channel a thread: samples Q15, coefficients Q14 (so that |a1| < 2 fits), output saturated.
__device__ __forceinline__ short saturate16(int v)
{
    return (short)min(max(v, -32768), 32767);
}

__global__ void biquad(const short *x, const short *coef, short *y, int channels, int n)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels)
        return;
    const int b0 = coef[0], b1 = coef[1], b2 = coef[2];
    const int a1 = coef[3], a2 = coef[4];      // feedback, signs already turned
    int x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < n; i++) {
        int x0 = x[c * n + i];
        int acc = 1 << 13;                      // rounds the shift
        acc += b0 * x0;
        acc += b1 * x1;
        acc += b2 * x2;
        acc += a1 * y1;
        acc += a2 * y2;
        short out = saturate16(acc >> 14);
        x2 = x1;
        x1 = x0;
        y2 = y1;
        y1 = out;
        y[c * n + i] = out;
    }
}
