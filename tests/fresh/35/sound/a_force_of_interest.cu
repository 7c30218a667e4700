// fpcheck: force <<<1, 32>>> rate=@a_force_of_interest_rate.npy delta=empty:12 n=12
// expect: ok
// why: log(1+x) for small x by Kahan's and Goldberg's x * log(u) / (u - 1) with u = fl(1 + x): u is rounded and u - 1 cancels, but log(u) / (u - 1) hardly depends on u, so the result is right to some ulps; the equality test with 1 is the guard it needs
// figure: delta[8] computed 0.0119940033, MPFR 0.01199400457 (error 0.1 of the tolerance)
#include <cuda_runtime.h>
__device__ float log_one_plus(float x)
{
    float u = __fadd_rn(1.0f, x);
    if (u == 1.0f) return x;
    return logf(u) * x / __fsub_rn(u, 1.0f);
}

// yearly force of interest of a monthly rate
__global__ void force(const float* rate, float* delta, int n)
{
    int i = threadIdx.x;
    if (i < n) delta[i] = 12.0f * log_one_plus(rate[i]);
}
