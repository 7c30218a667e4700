// fpcheck: dither_rgb8 <<<(2, 2), (8, 8)>>> grey=@a_grey.npy out=empty:256:u8 w=16 --ref 'out=@a_dithered.npy'
// expect: ok
// why: a threshold from bit-interleaved integers is added before the cut to bytes, x*255 is floored and not rounded, and the top is clamped: an ordered dither on a grid of exact 1/64ths
// figure: out: all 256 elements exactly as the reference
__device__ unsigned bayer8(unsigned x, unsigned y)
{
    unsigned v = 0, q = x ^ y;
    for (int b = 0; b < 3; ++b)
        v |= ((y >> b & 1u) << (4 - 2 * b)) | ((q >> b & 1u) << (5 - 2 * b));
    return v;
}

__global__ void dither_rgb8(const float *__restrict__ grey, unsigned char *__restrict__ out, int w)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float level = grey[y * w + x] * 255.0f;             // within rounding of a multiple of 1/16
    float threshold = (bayer8(x, y) + 0.5f) * 0.015625f; // odd multiples of 1/128: no tie with them
    out[y * w + x] = (unsigned char)fminf(floorf(level + threshold), 255.0f);
}
