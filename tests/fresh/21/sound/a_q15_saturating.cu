// fpcheck: q15_saturate <<<1, 8>>> x=[30000,-32768,32767,12345,-30000,32767,-32768,-32768,-32768,-32768,30000] h=[30000,-25000,-20000,32767] y=empty:8 taps=4 n=8 want=[32767,-32768,32767,-18576,-32768,32767,-17767,32767] ref=y=want --tol bitwise
// expect: ok
// why: full scale products are added, shifted with a rounding constant and narrowed to 16 bits; the sum has 64 bits and saturation comes before the cast, as the format asks
// figure: y[0] computed 32767, right 32767; no error allowed
// FIR filter in Q15 with a wide accumulator, rounding half up and saturation.
__device__ short saturate(long long v)
{
    if (v > 32767)
        return 32767;
    if (v < -32768)
        return -32768;
    return (short)v;
}

__global__ void q15_saturate(const short *x, const short *h, short *y, int taps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long acc = 1 << 14;
    for (int k = 0; k < taps; k++)
        acc += (long long)(x[i + k] * h[k]);
    y[i] = saturate(acc >> 15);
}
