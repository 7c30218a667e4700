// fpcheck: spread <<<4, 64>>> pa=uniform(101320,101330):4x64 sd=empty:4 mean=empty:4
// expect: ok
// why: readings near 1e5 with a spread of 3 look like a trap, but the moments are merged pairwise (Chan), never as a difference of squares
// figure: computed sd error about 2e-7 relative (deviations of 1/128 steps are exact or nearly so), tolerance 32 half ulps = 2e-6; MPFR e.g. 3.098295
#include <cuda_runtime.h>

struct Moments {
    float n, mean, m2;
};

__device__ Moments merged(Moments a, Moments b)
{
    Moments r;
    r.n = a.n + b.n;
    float d = b.mean - a.mean;
    r.mean = a.mean + d * (b.n / r.n);
    r.m2 = a.m2 + b.m2 + d * d * (a.n * b.n / r.n);
    return r;
}

__global__ void spread(const float *pa, float *sd, float *mean)
{
    __shared__ Moments s[64];
    int t = threadIdx.x;
    s[t].n = 1.0f;
    s[t].mean = pa[blockIdx.x * 64 + t];
    s[t].m2 = 0.0f;
    __syncthreads();
    for (int step = 32; step > 0; step /= 2) {
        if (t < step)
            s[t] = merged(s[t], s[t + step]);
        __syncthreads();
    }
    if (t == 0) {
        mean[blockIdx.x] = s[0].mean;
        sd[blockIdx.x] = sqrtf(s[0].m2 / 63.0f);
    }
}
