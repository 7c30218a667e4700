// fpcheck: rescale<<<1, 32>>> detail=[0.5,-3.0,1e-30,2e-20,-7e-36,1e10] level=[4,8,30,20,12,6] out=empty:6 n=6
// expect: error exponent bits run into the sign at line 11
// why: subtracting from the exponent field borrows from the sign once the result would be subnormal: a tiny coefficient becomes huge with the other sign
// figure: computed out[2] = -1.078398e+38, MPFR 9.3132258e-40
// Each wavelet level is weighted by 2^-level through the exponent bits.
__device__ float times_power_of_two(float x, int k)
{
    unsigned bits = __float_as_uint(x);
    if ((bits << 1) == 0)
        return x;
    return __uint_as_float(bits + ((unsigned)k << 23));
}

__global__ void rescale(const float *detail, const int *level, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = times_power_of_two(detail[i], -level[i]);
}
