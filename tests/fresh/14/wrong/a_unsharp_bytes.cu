// fpcheck: unsharp <<<1, (8, 8)>>> in=[171,206,5,206,120,131,161,73,250,13,71,98,146,104,33,11,0,12,38,250,20,167,192,60,72,111,67,249,45,229,204,216,29,100,160,126,170,173,169,15,245,142,231,69,240,5,47,16,95,173,31,222,87,58,139,229,226,223,78,4,199,181,197,0] out=empty:8x8 w=8 h=8 want=[142,255,0,255,89,133,222,66,255,0,104,28,206,89,0,0,0,0,0,255,0,198,255,0,91,159,0,255,0,255,206,255,0,90,189,90,194,203,228,0,255,97,255,0,255,0,12,0,5,223,0,255,0,13,145,255,255,255,72,0,255,203,255,0] --ref out=want --tol rtol=0,atol=0.5
// expect: error narrowing at line 20
// why: values above 255 and below 0 are cut to their low byte instead of being limited
// figure: out[19] computed 143, MPFR 255
// Unsharp mask of an 8-bit picture, borders replicated.
__device__ int at(const unsigned char *p, int x, int y, int w, int h)
{
    x = min(max(x, 0), w - 1);
    y = min(max(y, 0), h - 1);
    return p[y * w + x];
}

__global__ void unsharp(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int ring = at(in, x - 1, y, w, h) + at(in, x + 1, y, w, h) + at(in, x, y - 1, w, h) + at(in, x, y + 1, w, h);
    float v = 2.0f * at(in, x, y, w, h) - 0.25f * ring;
    out[y * w + x] = (unsigned char)__float2int_rn(v);
}
