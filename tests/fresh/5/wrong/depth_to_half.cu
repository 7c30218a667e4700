// fpcheck: half_roundtrip <<<1, 32>>> depth=[1.0,0.3330078125,2048.0,60000.0,65536.0,70000.0,131072.0,0.00003,-3.5] back=empty:9 n=9 ref=back=where(abs(depth)>65504,65504,depth) --tol rtol=2e-3,atol=1e-6
// expect: error exponent wrap at line 10: an exponent of 16 and above runs into the sign, and one below -14 becomes negative: no clamp, no subnormals
// Depth map kept as binary16 between two passes, converted by hand (no cuda_fp16.h in this project).
__device__ unsigned short to_half(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned sign = (u >> 16) & 0x8000u;
    unsigned exponent = ((u >> 23) & 0xffu) - 112u;
    unsigned mantissa = (u >> 13) & 0x3ffu;
    return (unsigned short)(sign | (exponent << 10) | mantissa);
}

__device__ float from_half(unsigned short h)
{
    unsigned sign = (unsigned)(h & 0x8000u) << 16;
    unsigned exponent = (h >> 10) & 0x1fu;
    unsigned mantissa = h & 0x3ffu;
    if (exponent == 0)
        return __uint_as_float(sign | __float_as_uint((float)mantissa * 5.9604645e-8f));
    if (exponent == 31)
        return __uint_as_float(sign | 0x7f800000u | (mantissa << 13));
    return __uint_as_float(sign | ((exponent + 112u) << 23) | (mantissa << 13));
}

__global__ void half_roundtrip(const float *depth, float *back, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        back[i] = from_half(to_half(depth[i]));
}
