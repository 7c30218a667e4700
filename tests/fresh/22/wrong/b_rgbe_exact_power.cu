// fpcheck: pack_rgbe <<<1, 32>>> rgb=[4.0,1.0,0.25,0.3,0.1,0.2,100.0,64.0,3.0,0.125,0.125,0.0625] out=empty:16 n=4 want=[128,32,8,131,153,51,102,127,200,128,6,135,128,128,64,126] ref=out=want --tol bitwise
// expect: error narrowing at line 21
// why: ceil(log2(4)) = 2, so that the mantissa of a brightest channel that is a power of two is 256, which the byte holds as 0; frexp has exponent 3 and mantissa 128
// figure: computed out[0] = 0, right 128
// Radiance's shared exponent format: three mantissas of 8 bits and one exponent.
__global__ void pack_rgbe(const float *rgb, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *p = rgb + 3 * i;
    unsigned char *q = out + 4 * i;
    float peak = fmaxf(p[0], fmaxf(p[1], p[2]));
    if (peak < 1e-32f) {
        q[0] = q[1] = q[2] = q[3] = 0;
        return;
    }
    int e = (int)ceilf(log2f(peak));
    float scale = exp2f(8.0f - (float)e);
    for (int c = 0; c < 3; c++)
        q[c] = (unsigned char)(int)(p[c] * scale);
    q[3] = (unsigned char)(e + 128);
}
