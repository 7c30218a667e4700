// fpcheck: round_trip <<<2, 32>>> x=@a_block_float_x.npy back=empty:64 n=64 --ref back=x --tol rtol=0,atol=2e-3
// expect: error sign bit in the exponent at line 10
// why: the exponent is taken as bits >> 23 without dropping the sign, so a negative value in a block adds 256 and all mantissas become 0
// figure: back[0] computed 0, MPFR 2.11100364 (a block with any negative element)
// Block floating point: eight neighbours share an exponent, mantissas of 15 bits and a sign.
#include <cstdint>

__device__ int exponent_of(float v)
{
    return (int)(__float_as_uint(v) >> 23) - 127;
}

__device__ int block_max(int e)
{
    for (int o = 4; o > 0; o >>= 1)
        e = max(e, __shfl_xor_sync(0xffffffffu, e, o, 8));
    return e;
}

__device__ int16_t encode(float v, int e)
{
    float scaled = ldexpf(v, 14 - e);
    int q = __float2int_rn(scaled);
    return (int16_t)max(-32767, min(32767, q));
}

__device__ float decode(int16_t q, int e)
{
    return ldexpf((float)q, e - 14);
}

__global__ void round_trip(const float *x, float *back, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0.0f;
    int e = block_max(exponent_of(v));
    int16_t q = encode(v, e);
    if (i < n)
        back[i] = decode(q, e);
}
