// fpcheck: dither<<<(2, 2), (8, 4)>>> image=uniform(0,1):8x16 out=empty:8x16 noise=empty:8x16 width=16 height=8
// expect: error error amplified at line 10
// why: the fraction of sin(.) times 43758 is taken as random: the phase is hundreds of radians and the factor magnifies its rounding until the first digits of the fraction are noise that no other machine gives
// figure: computed noise[7][3]=0.4648438, MPFR 0.170103022
// Dithers an image before it is stored in few bits: adds noise in [0, 1) times a step that no eye sees.
__device__ float noise_at(int x, int y, int width)
{
    float d = (float)x * 12.9898f + (float)y * 78.233f;
    float s = sinf(d) * 43758.5453f;
    return s - floorf(s);
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
