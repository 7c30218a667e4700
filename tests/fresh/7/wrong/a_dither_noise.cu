// fpcheck: dither<<<1, 64>>> out=empty:64 width=8 x0=512 y0=384
// expect: error random bits from rounding at line 9
// why: the sine of about 3.7e4 is multiplied by 43758: the fraction that is left over consists of rounding errors of the argument
// figure: computed out[0] = 0.02344, MPFR 0.4269; out[11] 0.6738 against 0.181
// Noise for dithering, by the well-known one-liner.
__device__ float noise(float x, float y)
{
    float s = sinf(x * 12.9898f + y * 78.233f) * 43758.5453f;
    return s - floorf(s);
}

__global__ void dither(float *out, int width, int x0, int y0)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = x0 + i % width;
    int y = y0 + i / width;
    out[i] = noise((float)x, (float)y);
}
