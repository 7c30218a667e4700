// fpcheck: unscale <<<2, 8>>> coefficient=[1.5,-3.0,0.0,20.0,0.40625,0.0,-7.5,1.0,2.0,0.0,-0.125,9.0,33.0,0.0,-1.0,5.0] shift=[3,5] level=empty:16 ref=level=coefficient*scale scale=[0.125,0.125,0.125,0.125,0.125,0.125,0.125,0.125,0.03125,0.03125,0.03125,0.03125,0.03125,0.03125,0.03125,0.03125] --tol bitwise
// expect: error exponent trick at line 9
// why: subtracting from the exponent field of 0.0 borrows from the sign: a zero coefficient becomes -8.5e37
// figure: level[2]: computed -8.50705917e+37, MPFR 0
// Undo the block exponents of wavelet coefficients: x * 2^-shift by the exponent field.
__device__ float scale_down(float x, int k)
{
    int bits = __float_as_int(x);
    bits -= k << 23;
    return __int_as_float(bits);
}

__global__ void unscale(const float *coefficient, const int *shift, float *level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    level[i] = scale_down(coefficient[i], shift[blockIdx.x]);
}
