// fpcheck: rotate_pairs <<<1, 32>>> positions=[249,250,251,252,253,254,255,256] y=empty:32 tokens=8 want=[0.767861756,-2.10009246,-2.00802598,-0.983784351,2.18204434,-0.488551409,-1.9980879,-1.00381509,1.59006543,1.57216155,-1.98795002,-1.02374544,-0.463812312,2.18743643,-1.97761334,-1.04357342,-2.09126315,0.791592345,-1.9670789,-1.06329705,-1.79601629,-1.33203809,-1.95634775,-1.08291435,0.150479662,-2.23099885,-1.94542097,-1.10242335,1.95862531,-1.07878955,-1.93429965,-1.12182212] ref=y=want --tol rtol=0,atol=1e-4
// expect: ok
// why: position ids in bf16, but no context is longer than 256, and integers to 256 are exact in bf16; the angle itself is single precision
// figure: an angle of 256 rounded to 2^-17 at most: 1e-5, tolerance 1e-4
// Interleaved pairs (2i, 2i + 1), frequencies 1 and 0.01.
#include <cuda_bf16.h>

__global__ void rotate_pairs(const __nv_bfloat16 *positions, float *y, int tokens)
{
    const int token = threadIdx.x / 2, i = threadIdx.x % 2;
    if (token >= tokens)
        return;
    const float angle = __bfloat162float(positions[token]) * (i == 0 ? 1.0f : 0.01f);
    const float sine = sinf(angle), cosine = cosf(angle);
    const float a = 1.0f, b = 2.0f;
    y[token * 4 + 2 * i] = a * cosine - b * sine;
    y[token * 4 + 2 * i + 1] = a * sine + b * cosine;
}
