// fpcheck: agc_mantissa <<<1, 32>>> sample=[3.0,-3.0,0.75,-0.0625,100.0,-17.5] mantissa=empty:6 gain=empty:6 n=6 want=[1.5,-1.5,1.5,-1.0,1.5625,-1.09375] ref=mantissa=want --tol rtol=1e-6,atol=0
// expect: error sign/exponent bits at line 8
// why: the exponent field is taken with the sign bit above it, so negative samples get an exponent that is 256 too large
// figure: mantissa[1]: computed 1.5, MPFR -1.5
// Automatic gain: every sample is brought to 1 <= |m| < 2 by a power of two that is made from its bits.
__device__ __forceinline__ int exponent(float x)
{
    return (int)(__float_as_uint(x) >> 23) - 127;
}

__device__ __forceinline__ float power_of_two(int e)
{
    return __int_as_float((e + 127) << 23);
}

__global__ void agc_mantissa(const float *sample, float *mantissa, int *gain, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = sample[i];
    int e = x == 0.0f ? 0 : exponent(x);
    gain[i] = -e;
    mantissa[i] = x * power_of_two(-e);
}
