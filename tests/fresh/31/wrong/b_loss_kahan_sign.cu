// fpcheck: add_losses <<<1, 32>>> loss=uniform(0.4,0.5):32x200 before=[30000000, 40000000, 50000000] gained=empty:32 n=200 m=3
// expect: error compensated sum broken at line 15
// why: the compensation has the wrong sign for how it is used: what was lost is subtracted from the next term instead of added, so every second loss vanishes and the rest too
// figure: computed gained[0] = 0, MPFR 89.8163 (own draw of the inputs)
#include <cuda_runtime.h>

struct Sum {
    float s, c;
};

__device__ void add(Sum &a, float x)
{
    float y = x - a.c;
    float t = a.s + y;
    a.c = y - (t - a.s);
    a.s = t;
}

// Each lane has its own history of an epoch: what the losses added to the running total.
__global__ void add_losses(const float *loss, const float *before, float *gained, int n, int m)
{
    int lane = threadIdx.x;
    Sum a;
    a.s = before[lane % m];
    a.c = 0.0f;
    for (int j = 0; j < n; j++)
        add(a, loss[lane * n + j]);
    gained[lane] = a.s - before[lane % m];
}
