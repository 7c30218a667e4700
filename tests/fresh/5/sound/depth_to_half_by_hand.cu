// fpcheck: half_roundtrip <<<1, 32>>> depth=[1.0,0.3330078125,2048.0,60000.0,65504.0,1234.5,100.0625,0.00003,-3.5] back=empty:9 n=9 ref=back=depth --tol rtol=1e-3,atol=1e-7
// expect: ok
// binary16 by hand: to nearest even by adding, subnormals by a magic addition, too large clamps.
__device__ unsigned short to_half(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned sign = (u >> 16) & 0x8000u;
    u &= 0x7fffffffu;
    if (u >= 0x477ff000u) // rounds to 65536 or more
        return (unsigned short)(sign | 0x7bffu);
    if (u < 0x38800000u) {
        float shifted = __fadd_rn(__uint_as_float(u), 0.5f);
        return (unsigned short)(sign | (__float_as_uint(shifted) - 0x3f000000u));
    }
    unsigned odd = (u >> 13) & 1u;
    u += 0xc8000fffu + odd;
    return (unsigned short)(sign | (u >> 13));
}

__device__ float from_half(unsigned short h)
{
    unsigned sign = (unsigned)(h & 0x8000u) << 16;
    unsigned exponent = (h >> 10) & 0x1fu;
    unsigned mantissa = h & 0x3ffu;
    if (exponent == 0)
        return __uint_as_float(sign | __float_as_uint((float)mantissa * 5.9604644775390625e-8f));
    return __uint_as_float(sign | ((exponent + 112u) << 23) | (mantissa << 13));
}

__global__ void half_roundtrip(const float *depth, float *back, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        back[i] = from_half(to_half(depth[i]));
}
