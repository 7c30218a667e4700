// fpcheck: grain <<<4, 32>>> pixel=uniform(0.1,0.9):8x16 noise=empty:8x16 out=empty:8x16 width=16 height=8 seed=2026 strength=0.05 --ref noise=@a_hash_film_grain.npy --tol rtol=0,atol=1e-6
// expect: ok
// why: 24 hash bits are put over a mantissa of 23, but by OR, and the bit they meet in the exponent of 1.0 is set already: one bit is lost and the value stays in [1, 2)
// figure: noise[0][0] computed 0.575442553, MPFR 0.575442553 (equal, all 128)
// Film grain on an image: zero-mean noise from a hash of the pixel, stronger in the mid tones.
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
    return __uint_as_float(0x3f800000u | (h >> 8)) - 1.0f;
}

__global__ void grain(const float *pixel, float *noise, float *out, int width, int height, unsigned seed, float strength)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height)
        return;
    float u = unit_float(mix(i % width, i / width, seed));
    noise[i] = u;
    float p = pixel[i];
    out[i] = p + strength * p * (1.0f - p) * (2.0f * u - 1.0f);
}
