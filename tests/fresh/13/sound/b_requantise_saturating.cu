// fpcheck: requantise <<<1, 64>>> acc=[120000,-3,50000,-2000000000,2000000000,777,-16383,16384,12345,-98765,0,1] q=empty:12:i8 m=0.0007 zero=3 n=12
// expect: ok
// why: products of a million and more go to int8; the clamp is in float, before the cast, so nothing is out of range: saturation is meant
// figure: computed q = [87, 3, 38, -128, 127, 4, -8, 14, 12, -66, 3, 3], MPFR [87, 3, 38, -128, 127, 4, -8, 14, 12, -66, 3, 3]
// Quantised inference: int32 accumulators to int8 with a zero point.
__device__ signed char saturate(float v)
{
    v = fminf(fmaxf(v, -128.0f), 127.0f);
    return (signed char)__float2int_rn(v);
}

__global__ void requantise(const int *acc, signed char *q, float m, int zero, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        q[i] = saturate(fmaf((float)acc[i], m, (float)zero));
}
