// fpcheck: rgba_pack_saturate <<<1, 32>>> n=8 r=[0.0, 0.25, 0.5, 0.75, 0.999, 1.0, 1.5, -2.0] g=[1.0, 0.9, 0.1, 0.3, 0.2, 0.0, 7e9, 0.6] b=[0.2, 0.4, 0.6, 0.8, 1.0, -0.0, 0.1, 0.35] out=empty:8:u32
// expect: ok
// Packs linear colour to 8-bit sRGB, clamped before the conversion and rounded to nearest.
__device__ unsigned to_srgb8(float c)
{
    c = fminf(fmaxf(c, 0.0f), 1.0f);
    float s = c <= 0.0031308f ? 12.92f * c : 1.055f * powf(c, 1.0f / 2.4f) - 0.055f;
    return (unsigned)__float2int_rn(fminf(s, 1.0f) * 255.0f);
}

__global__ void rgba_pack_saturate(const float* r, const float* g, const float* b, unsigned* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = to_srgb8(r[i]) | (to_srgb8(g[i]) << 8) | (to_srgb8(b[i]) << 16) | 0xff000000u;
}
