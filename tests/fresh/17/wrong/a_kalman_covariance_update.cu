// fpcheck: filter<<<1, 32>>> prior=[3e6,1.7e7,2.9e5] variance=empty:3 dt=0.01 q=0.0001 r=0.01 steps=1 n=3
// expect: error cancellation at line 25
// why: P - P^2/(P+R) with P = 3e6 and R = 0.01: the posterior variance is below the rounding of both terms
// figure: variance[0] computed 0, MPFR 0.00999999974
#include <cuda_runtime.h>

struct Cov {
    float xx, xv, vv;
};

__device__ inline Cov predict(Cov p, float dt, float q)
{
    Cov r;
    r.xx = p.xx + 2.0f * dt * p.xv + dt * dt * p.vv;
    r.xv = p.xv + dt * p.vv;
    r.vv = p.vv + q;
    return r;
}

// position is measured with variance r
__device__ inline Cov update(Cov p, float r)
{
    float s = p.xx + r;
    Cov u;
    u.xx = p.xx - p.xx * p.xx / s;
    u.xv = p.xv - p.xx * p.xv / s;
    u.vv = p.vv - p.xv * p.xv / s;
    return u;
}

__global__ void filter(const float *prior, float *variance, float dt, float q, float r, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Cov p = {prior[i], 0.0f, 1.0f};
    for (int k = 0; k < steps; k++)
        p = update(predict(p, dt, q), r);
    variance[i] = p.xx;
}
