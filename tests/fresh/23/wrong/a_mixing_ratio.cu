// fpcheck: mixing_ratio <<<1, 32>>> a=[1e38,3e37,5.0,1.5e38] b=[2e38,3e37,2.5,0.5] ratio=empty:4 n=4
// expect: error approximation at line 8
// why: __fdividef gives zero where the divisor is between 2^126 and 2^128 (number densities per cubic kilometre)
// figure: computed ratio[0] = 0 (2^126 < b < 2^128), MPFR 0.33333333
// Share of one species in the sum of two number densities.
__device__ float share(float a, float b)
{
    return __fdividef(a, a + b);
}

__global__ void mixing_ratio(const float *a, const float *b, float *ratio, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float r = share(a[i], b[i]);
    ratio[i] = fminf(fmaxf(r, 0.0f), 1.0f);
}
