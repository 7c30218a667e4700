// fpcheck: taper<<<1, 32>>> x=[0.75,1.5,3.25,1.5e-30,-0.625,2.25e-28] k=[4,-3,10,-20,7,100] y=empty:6 n=6
// expect: ok
// why: the power of two is split in two factors, each an exact binary32; products are exact or round once in the subnormal range
// figure: computed y[2]=3328, MPFR 3328: exact
// Block floating point: each sample comes with an exponent that the last stage of an FFT took out of it.
__device__ float times_power(float x, int k)
{
    int half = k / 2;
    float a = __int_as_float((127 + half) << 23);
    float b = __int_as_float((127 + k - half) << 23);
    return x * a * b;
}

__global__ void taper(const float *x, const int *k, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = times_power(x[i], k[i]);
}
