// fpcheck: probe_to_half <<<1, 32>>> radiance=[0.5,1.0,3e-05,1000.25,2e-06,0.1,6.5e-05,60000.0] texel=empty:8 n=8 want=[14336,15360,503,25552,34,11878,1091,31571] ref=texel=want --tol bitwise
// expect: error mismatch at line 14
// why: radiances under 2^-14 need a subnormal half; here the rebiased exponent goes negative and its bits run into the sign: 3e-5 becomes a NaN pattern
// figure: computed 0xffdd, MPFR 0x01f7 (texel[2], the half nearest to 3e-5)
// Radiance of a light probe into half floats without the conversion instruction; round to nearest even.
__device__ unsigned short to_half(float v)
{
    unsigned int u = __float_as_uint(v);
    unsigned int sign = (u >> 16) & 0x8000u;
    int exponent = (int)((u >> 23) & 0xffu) - 127 + 15;
    unsigned int mantissa = u & 0x007fffffu;
    if (exponent >= 31)
        return (unsigned short)(sign | 0x7c00u);
    unsigned int h = (sign | ((unsigned int)exponent << 10)) + (mantissa >> 13);
    unsigned int rest = mantissa & 0x1fffu;
    if (rest > 0x1000u || (rest == 0x1000u && (h & 1u)))
        h++;
    return (unsigned short)h;
}

__global__ void probe_to_half(const float *radiance, unsigned short *texel, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        texel[i] = to_half(radiance[i]);
}
