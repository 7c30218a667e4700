// fpcheck: spectrum <<<1, 32>>> x=[1.0,10.0,50.0,80.0,87.5,88.0,88.5] radiance=empty:7 n=7 scale=1e20
// expect: error fast division beyond its range at line 14
// why: __fdividef gives 0 where the divisor is between 2^126 and 2^128: from x = 87.4 on the radiance drops to 0, though it is about 1e-12 and representable
// figure: computed radiance[4] = 0, MPFR 6.6874e-13
// Planck's law with x = h nu / k T: scale x^3 / (e^x - 1).
__global__ void spectrum(const float *x, float *radiance, int n, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    float numerator = scale * v * v * v;
    float denominator = expm1f(v);
    radiance[i] = __fdividef(numerator, denominator);
}
