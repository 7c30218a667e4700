// fpcheck: unblock <<<1, 32>>> mantissa=[0.5,0.75,-0.625,0.5,0.875,0.0] exponent=[3,-2,10,-130,-131,5] out=empty:6 n=6 want=[4.0,0.1875,-640.0,3.6734198463196485e-40,3.2142423655296924e-40,0.0] ref=out=want --tol rtol=1e-6,atol=1e-44
// expect: ok
// why: powers of two are made of exponent bits, in two halves that are each normal; the result may be subnormal, where these mantissas still fit exactly
// figure: computed 3.67342e-40, MPFR 3.67342e-40: exact
// 2^e for -126 <= e <= 127.
__device__ inline float power(int e)
{
    return __int_as_float((e + 127) << 23);
}

__device__ inline float scale(float m, int e)
{
    int first = e / 2;
    return m * power(first) * power(e - first);
}

__global__ void unblock(const float *mantissa, const int *exponent, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = scale(mantissa[i], exponent[i]);
}
