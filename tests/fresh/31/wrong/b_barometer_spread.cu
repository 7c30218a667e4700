// fpcheck: spread <<<4, 64>>> pa=uniform(101320,101330):4x64 sd=empty:4 mean=empty:4
// expect: error cancellation at line 25
// why: mean of squares minus square of mean: both are 1.03e10 with float spacing 1024, their true difference is about 8.3
// figure: computed sd about 0 (variance before fmaxf: 0), MPFR 3.0740 (own draw of the inputs)
#include <cuda_runtime.h>

__global__ void spread(const float *pa, float *sd, float *mean)
{
    __shared__ float s1[64];
    __shared__ float s2[64];
    int t = threadIdx.x;
    float p = pa[blockIdx.x * 64 + t];
    s1[t] = p;
    s2[t] = p * p;
    __syncthreads();
    for (int step = 32; step > 0; step /= 2) {
        if (t < step) {
            s1[t] += s1[t + step];
            s2[t] += s2[t + step];
        }
        __syncthreads();
    }
    if (t == 0) {
        float m = s1[0] / 64.0f;
        float v = s2[0] / 64.0f - m * m;
        mean[blockIdx.x] = m;
        sd[blockIdx.x] = sqrtf(fmaxf(v, 0.0f));
    }
}
