// fpcheck: q15_filter<<<1, 16>>> x=[32767,32767,32767,32767,-32768,-32768,-32768,-32768,1000,-2000,3000,-1,0,12345,-23456,7] h=[20000,15000,-6000,9000] y=empty:16 n=16 taps=4 want=[0.610321044921875,0.999969482421875,0.884979248046875,0.999969482421875,-0.061065673828125,-0.9765625,-0.6103515625,-1.0,-0.53070068359375,-0.114837646484375,-0.2523193359375,0.06146240234375,-0.033538818359375,0.255096435546875,-0.26446533203125,-0.396514892578125] ref=y=want --tol bitwise
// expect: ok
// why: products of 16-bit numbers at full scale: 64-bit accumulation, round half up and saturation before the narrowing
// figure: error 0 of bitwise
// FIR filter on Q15 samples; the samples before the first are zero.
__device__ short saturate(long long v)
{
    if (v > 32767)
        v = 32767;
    if (v < -32768)
        v = -32768;
    return (short)v;
}

__global__ void q15_filter(const short *x, const short *h, float *y, int n, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long acc = 0;
    for (int k = 0; k < taps && k <= i; k++)
        acc += (long long)h[k] * x[i - k];
    short q = saturate((acc + (1 << 14)) >> 15);
    y[i] = (float)q * (1.0f / 32768.0f);
}
