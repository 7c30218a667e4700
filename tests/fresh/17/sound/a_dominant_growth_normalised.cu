// fpcheck: dominant_growth<<<1, 32>>> matrices=[6.0,2.0,1.0,0.5,2.0,5.0,1.5,1.0,1.0,2.0,4.0,1.0,0.5,1.0,1.0,3.0,1.5,0.5,0.25,0.125,0.5,1.25,0.375,0.25,0.25,0.5,1.0,0.25,0.125,0.25,0.25,0.75] r0=empty:2 shares=empty:8 generations=60 regions=2
// expect: ok
// why: 60 generations at 8.7 would be 1e56, but the vector is scaled back every time
// figure: r0[0] off by 1.0e-7, shares by 1.2e-7 relative: the iteration forgets older roundings
#include <cuda_runtime.h>
#define GROUPS 4

__device__ inline float total(const float *v)
{
    return (v[0] + v[1]) + (v[2] + v[3]);
}

// one generation, scaled back to one case; returns the growth
__device__ float generation(const float *k, float *v)
{
    float w[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
        w[i] = 0.0f;
        for (int j = 0; j < GROUPS; j++)
            w[i] = fmaf(k[i * GROUPS + j], v[j], w[i]);
    }
    float growth = total(w);
    for (int i = 0; i < GROUPS; i++)
        v[i] = w[i] / growth;
    return growth;
}

__global__ void dominant_growth(const float *matrices, float *r0, float *shares, int generations, int regions)
{
    int i = threadIdx.x;
    if (i >= regions)
        return;
    float v[GROUPS] = {0.25f, 0.25f, 0.25f, 0.25f};
    float growth = 1.0f;
    for (int k = 0; k < generations; k++)
        growth = generation(matrices + i * GROUPS * GROUPS, v);
    r0[i] = growth;
    for (int j = 0; j < GROUPS; j++)
        shares[i * GROUPS + j] = v[j];
}
