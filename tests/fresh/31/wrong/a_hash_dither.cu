// fpcheck: dither <<<4, 32>>> pixel=uniform(0.1,0.9):8x16 noise=empty:8x16 out=empty:8x16 width=16 height=8 seed=2026 levels=15.0 --ref noise=@a_hash_dither.npy --tol rtol=0,atol=1e-6
// expect: error exponent bit trick at line 20
// why: a float in [1, 2) is made of 24 hash bits where the mantissa has 23; the 24th is added to the exponent, so half of the values lie in [1, 3)
// figure: noise[0][0] computed 2.15088511, MPFR 0.787721276
// Dithers an image down to `levels` steps with a hash of the pixel position in the place of a noise texture.
__device__ __forceinline__ unsigned mix(unsigned x, unsigned y, unsigned seed)
{
    unsigned h = x * 0x9e3779b1u + y * 0x85ebca77u + seed * 0xc2b2ae3du;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return h;
}

// uniform in [0, 1)
__device__ __forceinline__ float unit_float(unsigned h)
{
    return __uint_as_float(0x3f800000u + (h >> 8)) - 1.0f;
}

__global__ void dither(const float *pixel, float *noise, float *out, int width, int height, unsigned seed, float levels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height)
        return;
    float u = unit_float(mix(i % width, i / width, seed));
    noise[i] = u;
    float q = floorf(pixel[i] * levels + u);
    out[i] = fminf(q, levels) / levels;
}
