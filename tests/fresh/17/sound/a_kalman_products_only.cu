// fpcheck: track_variance<<<1, 32>>> prior=[3e6,1.7e4,2.5] variance=empty:3 speed=empty:3 dt=0.1 q=0.01 r=0.05 steps=12 n=3
// expect: ok
// why: a prior of 3e6 against a noise of 0.05, but the update multiplies by r / (P + r) and never subtracts near numbers
// figure: relative errors 8.66066577e-08 and 2.55577842e-08
#include <cuda_runtime.h>

struct Cov {
    float xx, xv, vv;
};

__device__ inline Cov predict(Cov p, float dt, float q)
{
    float xv = p.xv + dt * p.vv;
    return {p.xx + dt * (p.xv + xv), xv, p.vv + q};
}

// (1 - K) P with 1 - K = r / (P + r): products only
__device__ inline Cov update(Cov p, float r)
{
    float keep = r / (p.xx + r);
    float gain = p.xv / (p.xx + r);
    return {p.xx * keep, p.xv * keep, p.vv - gain * p.xv};
}

__global__ void track_variance(const float *prior, float *variance, float *speed, float dt, float q, float r, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Cov p = {prior[i], 0.0f, 1.0f};
    for (int k = 0; k < steps; k++)
        p = update(predict(p, dt, q), r);
    variance[i] = p.xx;
    speed[i] = p.vv;
}
