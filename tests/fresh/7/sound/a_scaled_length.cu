// fpcheck: lengths<<<1, 32>>> x=[3e30,1e-30,0.0,1.5,-2e38] y=[4e30,2e-30,0.0,-2.0,1e38] z=[1e29,2e-30,0.0,0.0,5e37] length=empty:5 n=5
// expect: ok
// why: squares of 1e30 overflow and those of 1e-30 vanish, but the vector is first scaled by a power of two from its own largest exponent, and zero is left alone
// figure: computed length[0] = 5.00100001e+30, MPFR 5.000999885e+30
// Length of vectors of any magnitude.
__device__ float length_of(float x, float y, float z)
{
    float top = fmaxf(fabsf(x), fmaxf(fabsf(y), fabsf(z)));
    if (top == 0.0f)
        return 0.0f;
    int e = ilogbf(top);
    float a = scalbnf(x, -e), b = scalbnf(y, -e), c = scalbnf(z, -e);
    return scalbnf(sqrtf(fmaf(a, a, fmaf(b, b, c * c))), e);
}

__global__ void lengths(const float *x, const float *y, const float *z, float *length, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        length[i] = length_of(x[i], y[i], z[i]);
}
