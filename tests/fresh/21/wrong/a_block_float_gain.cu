// fpcheck: block_gain <<<1, 32>>> x=[0.001,0.5,-3e-06,12.0,0.0,-1e-04] y=empty:6 shift=-118 n=6 want=[3.0092656810374994e-39,1.504632769052528e-36,-9.027796933636056e-42,3.611118645726067e-35,0.0,-3.0092654620846143e-40] ref=y=want --tol rtol=1e-6,atol=1e-40
// expect: error exponent underflows into the sign at line 8
// why: the exponent field is changed by an integer addition: where it falls below 1 it borrows from the sign bit, and zero is no zero any more
// figure: y[0] computed nan, MPFR 3.00927e-39
// Block floating point: a block of samples times 2^shift, by the exponent field.
__device__ float scale_exponent(float x, int shift)
{
    return __int_as_float(__float_as_int(x) + (shift << 23));
}

__global__ void block_gain(const float *x, float *y, int shift, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = scale_exponent(x[i], shift);
}
