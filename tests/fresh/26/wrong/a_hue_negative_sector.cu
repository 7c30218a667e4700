// fpcheck: hue <<<1, 32>>> rgb=[[255,0,128],[255,128,0],[200,40,200],[10,250,30],[90,20,60],[7,7,7]]:u8 h=empty:6:u8 n=6 --ref 'h=@a_hue.npy'
// expect: error conversion at line 25
// why: between red and magenta (g - b) / d is negative and the conversion to unsigned gives 0 in place of 256 - 21
// figure: h[0]: computed 0, MPFR 235
// Hue as a byte: 256 steps round the circle.
__device__ float sector(float r, float g, float b)
{
    float high = fmaxf(r, fmaxf(g, b)), low = fminf(r, fminf(g, b));
    float d = high - low;
    if (d == 0.0f)
        return 0.0f;
    if (high == r)
        return (g - b) / d;
    if (high == g)
        return (b - r) / d + 2.0f;
    return (r - g) / d + 4.0f;
}

__global__ void hue(const unsigned char *rgb, unsigned char *h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = sector(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]);
    unsigned step = (unsigned)(s * (256.0f / 6.0f) + 0.5f);
    h[i] = (unsigned char)(step & 255u);
}
