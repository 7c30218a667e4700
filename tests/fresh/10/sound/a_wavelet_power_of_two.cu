// fpcheck: unscale <<<2, 8>>> coefficient=[1.5,-3.0,0.0,20.0,0.40625,0.0,-7.5,1.0,2.0,0.0,-0.125,9.0,33.0,0.0,-1.0,5.0] shift=[3,5] level=empty:16 ref=level=coefficient*scale scale=[0.125,0.125,0.125,0.125,0.125,0.125,0.125,0.125,0.03125,0.03125,0.03125,0.03125,0.03125,0.03125,0.03125,0.03125] --tol bitwise
// expect: ok
// why: a factor made of exponent bits, which is a normal power of two for every shift below 127; the product is exact
// figure: level[10]: computed -0.00390625, MPFR -0.00390625 (exact everywhere)
// Undo the block exponents of wavelet coefficients: x * 2^-shift.
__device__ float power_of_two(int k)
{
    return __int_as_float((127 + k) << 23);
}

__global__ void unscale(const float *coefficient, const int *shift, float *level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    level[i] = coefficient[i] * power_of_two(-shift[blockIdx.x]);
}
