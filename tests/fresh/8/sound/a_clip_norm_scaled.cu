// fpcheck: clip_gradient<<<1, 128>>> g=uniform(-1e25,1e25):128 out=empty:128 norm=empty:1 max_norm=1.0
// expect: ok
// why: the squares of 10^25 would overflow; they are taken of the gradient over its largest magnitude, and the coefficient keeps the two factors apart
// figure: out[0] of a draw: computed -0.074179783, MPFR -0.074179779; largest relative error 1.2e-07, allowed 4e-6
#include <cuda_runtime.h>

__global__ void clip_gradient(const float *g, float *out, float *norm, float max_norm)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float v = g[t];
    s[t] = fabsf(v);
    for (int half = 64; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            s[t] = fmaxf(s[t], s[t + half]);
    }
    __syncthreads();
    float largest = s[0];
    __syncthreads();
    float r = largest > 0.0f ? v / largest : 0.0f;
    s[t] = r * r;
    for (int half = 64; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    __syncthreads();
    float relative = sqrtf(s[0]); // the norm in units of the largest
    float total = relative * largest;
    out[t] = total > max_norm ? r * (max_norm / relative) : v;
    if (t == 0)
        norm[0] = total;
}
