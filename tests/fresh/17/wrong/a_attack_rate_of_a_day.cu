// fpcheck: new_infections<<<1, 32>>> susceptible=[8400000.0,120000.0,950000.0] infectious=[3.0,1.0,40.0] cases=empty:3 beta=0.4 dt=0.25 n=3
// expect: error cancellation at line 19
// why: 1 - exp(-x) with x near 1e-7 instead of expm1: whole multiples of 6e-8 are left
// figure: cases[0] computed 0, MPFR 0.299999892
#include <cuda_runtime.h>

__device__ inline float force(float beta, float infectious, float population)
{
    return beta * infectious / population;
}

// Expected new infections of a day in each district.
__global__ void new_infections(const float *susceptible, const float *infectious, float *cases, float beta, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float population = susceptible[i] + infectious[i];
    float attack = 1.0f - expf(-dt * force(beta, infectious[i], population));
    cases[i] = susceptible[i] * attack;
}
