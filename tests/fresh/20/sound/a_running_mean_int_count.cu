// fpcheck: running_moments<<<1, 32>>> x=arange:3000 mean=empty:1 m2=empty:1 n=3000
// expect: ok
// why: the packed state keeps a 32-bit count beside the halves that are not counts; Welford's update is stable
// figure: computed mean[0]=1499.5, MPFR 1499.5: error 0.0e+00 relative
#include <cuda_fp16.h>

struct State {
    float mean;
    float m2;
    int count;
};

__device__ void take(State &s, float x)
{
    s.count++;
    float n = (float)s.count;
    float d = x - s.mean;
    s.mean += d / n;
    s.m2 += d * (x - s.mean);
}

__global__ void running_moments(const float *x, float *mean, float *m2, int n)
{
    if (threadIdx.x != 0)
        return;
    State s;
    s.mean = 0.0f;
    s.m2 = 0.0f;
    s.count = 0;
    for (int i = 0; i < n; i++)
        take(s, x[i]);
    *mean = s.mean;
    *m2 = s.m2 / (float)(n - 1);
}
