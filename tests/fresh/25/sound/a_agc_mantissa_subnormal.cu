// fpcheck: agc_mantissa <<<1, 32>>> sample=[3.0,-3.0,0.75,-0.0625,1e-40,-17.5] mantissa=empty:6 n=6 want=[1.5,-1.5,1.5,-1.0,1.088897705078125,-1.09375] ref=mantissa=want --tol bitwise
// expect: ok
// why: the exponent field is masked, subnormal samples are scaled by 2^24 first, and the power of two is applied in two exact halves
// figure: mantissa[4]: computed 1.088897705078125, MPFR 1.088897705078125 (error 0, tolerance 0)
// Brings every sample to 1 <= |m| < 2 by an exact power of two; zero stays zero.
__device__ int exponent(float x)
{
    int field = (int)(__float_as_uint(x) >> 23 & 0xffu);
    if (field == 0) {
        float y = x * 16777216.0f;
        field = (int)(__float_as_uint(y) >> 23 & 0xffu) - 24;
    }
    return field - 127;
}

__device__ float power_of_two(int e)
{
    return __int_as_float((e + 127) << 23);
}

__global__ void agc_mantissa(const float *sample, float *mantissa, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = sample[i];
    if (x == 0.0f) {
        mantissa[i] = x;
        return;
    }
    int e = -exponent(x);
    int half = e >> 1;
    mantissa[i] = x * power_of_two(half) * power_of_two(e - half);
}
