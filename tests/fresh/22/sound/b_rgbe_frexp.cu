// fpcheck: pack_rgbe <<<1, 32>>> rgb=[4.0,1.0,0.25,0.3,0.1,0.2,100.0,64.0,3.0,0.125,0.125,0.0625] out=empty:16 n=4 want=[128,32,8,131,153,51,102,127,200,128,6,135,128,128,64,126] ref=out=want --tol bitwise
// expect: ok
// why: the exponent is read from the bits of the float, not by a logarithm; scaling by a power of two is exact and truncation is what the format means
// figure: computed out[0] = 128, right 128 (error 0, tolerance 0)
// Radiance's shared exponent format, by the exponent field itself.
__device__ int exponent_of(float x) { return ((__float_as_int(x) >> 23) & 255) - 126; }

__device__ float power_of_two(int e) { return __int_as_float((e + 127) << 23); }

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
    int e = exponent_of(peak);
    float scale = power_of_two(8 - e);
    for (int c = 0; c < 3; c++)
        q[c] = (unsigned char)(p[c] * scale);
    q[3] = (unsigned char)(e + 128);
}
