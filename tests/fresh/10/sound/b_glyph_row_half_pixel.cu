// fpcheck: rotate_glyph <<<2, 64>>> src=[57,80,232,101,27,233,145,29,21,22,233,143,174,246,102,232,103,179,211,17,187,206,248,174,124,36,196,119,206,12,88,205,156,183,151,205,212,194,169,68,19,202,89,63,0,35,9,99,75,127,146,73,136,155,172,154,8,61,203,159,75,91,237,188,95,74,33,204,161,106,177,141,136,172,195,132,105,65,77,250,47,24,157,83,24,140,191,7,124,39,147,204,205,200,75,163,166,230,177,193,25,76,94,165,222,87,127,191,49,98,49,39,177,224,38,176,177,190,179,143,29,200,49] dst=empty:123 width=41 height=3 want=[57,202,157,80,89,83,232,63,24,101,0,140,27,35,191,233,9,7,145,99,124,29,75,39,21,127,147,22,146,204,233,73,205,143,136,200,174,155,75,246,172,163,102,154,166,232,8,230,103,61,177,179,203,193,211,159,25,17,75,76,187,91,94,206,237,165,248,188,222,174,95,87,124,74,127,36,33,191,196,204,49,119,161,98,206,106,49,12,177,39,88,141,177,205,136,224,156,172,38,183,195,176,151,132,177,205,105,190,212,65,179,194,77,143,169,250,29,68,47,200,19,24,49] ref=dst=want --tol bitwise
// expect: ok
// why: row by a float reciprocal, but from the pixel's centre: at least 0.5/width away from any integer
// figure: computed row = 1 for pixel 41, MPFR 1: error 0 of 0 allowed
// Transposes a glyph bitmap (height rows of width pixels) for the rotated font cache.
__global__ void rotate_glyph(const unsigned char *src, unsigned char *dst, int width, int height)
{
    int pixels = width * height;
    float inv = 1.0f / (float)width;
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < pixels; p += gridDim.x * blockDim.x) {
        int row = (int)(((float)p + 0.5f) * inv);
        int col = p - row * width;
        dst[col * height + row] = src[p];
    }
}
