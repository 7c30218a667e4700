// fpcheck: scale_block <<<1, 32>>> x=[0.001,0.5,-3e-06,12.0,0.0,-1e-04,1e-30,7.5] y=empty:8 shift=-90 n=8 want=[8.077936053144517e-31,4.0389678347315804e-28,-2.4233807865559963e-33,9.693522803355793e-27,0.0,-8.077935465397342e-32,0.0,6.058451752097371e-27] ref=y=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the exponent field is changed by an integer addition, but where it would leave 1 to 254 the result is a signed zero or infinity, which is what the format of the file asks (no subnormals)
// figure: y[0] computed 8.07794e-31, right 8.07794e-31; error 0 of 8e-37 allowed
// Samples times 2^shift by the exponent field; results below the smallest normal number are zero by definition.
__device__ float scale(float x, int shift)
{
    unsigned u = __float_as_uint(x);
    int e = (int)(u >> 23 & 0xffu);
    unsigned sign = u & 0x80000000u;
    if (e == 0)
        return __uint_as_float(sign);
    e += shift;
    if (e <= 0)
        return __uint_as_float(sign);
    if (e >= 255)
        return __uint_as_float(sign | 0x7f800000u);
    return __uint_as_float(sign | (unsigned)e << 23 | (u & 0x007fffffu));
}

__global__ void scale_block(const float *x, float *y, int shift, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = scale(x[i], shift);
}
