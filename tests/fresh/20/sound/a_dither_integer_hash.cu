// fpcheck: dither<<<(2, 2), (8, 4)>>> image=uniform(0,1):8x16 out=empty:8x16 noise=empty:8x16 width=16 height=8
// expect: ok
// why: the noise is an integer hash of the pixel, its upper 24 bits times 2^-24: exact in binary32 and below 1
// figure: computed noise[7][3]=0.451528251, MPFR 0.451528251: exact
// Dithers an image before it is stored in few bits: adds noise in [0, 1) times a step that no eye sees.
__device__ float noise_at(int x, int y, int width)
{
    unsigned v = (unsigned)(y * width + x) * 747796405u + 2891336453u;
    unsigned w = ((v >> ((v >> 28) + 4u)) ^ v) * 277803737u;
    w = (w >> 22) ^ w;
    return (float)(w >> 8) * (1.0f / 16777216.0f);
}

__global__ void dither(const float *image, float *out, float *noise, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float r = noise_at(x, y, width);
    noise[y * width + x] = r;
    out[y * width + x] = image[y * width + x] + (r - 0.5f) * (1.0f / 64.0f);
}
