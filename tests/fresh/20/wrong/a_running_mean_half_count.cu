// fpcheck: running_moments<<<1, 32>>> x=arange:3000 mean=empty:1 m2=empty:1 n=3000
// expect: error counter at line 15
// why: the count is kept as a half to fit a packed state: 2048 + 1 is 2048, so from there on every new sample has the same weight and the mean is pulled to the last ones
// figure: computed mean[0]=1594.923, MPFR 1499.5
#include <cuda_fp16.h>

struct State {
    float mean;
    float m2;
    __half count;
};

__device__ void take(State &s, float x)
{
    s.count = __hadd(s.count, __float2half(1.0f));
    float n = __half2float(s.count);
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
    s.count = __float2half(0.0f);
    for (int i = 0; i < n; i++)
        take(s, x[i]);
    *mean = s.mean;
    *m2 = s.m2 / (float)(n - 1);
}
