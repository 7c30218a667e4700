// fpcheck: reproduction_number<<<1, 32>>> matrices=[6.0,2.0,1.0,0.5,2.0,5.0,1.5,1.0,1.0,2.0,4.0,1.0,0.5,1.0,1.0,3.0,1.5,0.5,0.25,0.125,0.5,1.25,0.375,0.25,0.25,0.5,1.0,0.25,0.125,0.25,0.25,0.75] r0=empty:2 generations=60 regions=2
// expect: error overflow at line 15
// why: the vector is never normalised: 8.8^45 passes the float range, inf / inf is NaN and fmaxf makes it a harmless 0
// figure: r0[0] computed 0, MPFR 8.69861694
#include <cuda_runtime.h>
#define GROUPS 4

// v <- K v
__device__ void apply(const float *k, float *v)
{
    float w[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
        w[i] = 0.0f;
        for (int j = 0; j < GROUPS; j++)
            w[i] += k[i * GROUPS + j] * v[j];
    }
    for (int i = 0; i < GROUPS; i++)
        v[i] = w[i];
}

__device__ float total(const float *v)
{
    return (v[0] + v[1]) + (v[2] + v[3]);
}

// Basic reproduction number by power iteration on the next-generation matrix of each region.
__global__ void reproduction_number(const float *matrices, float *r0, int generations, int regions)
{
    int i = threadIdx.x;
    if (i >= regions)
        return;
    float v[GROUPS] = {1.0f, 1.0f, 1.0f, 1.0f};
    float before = total(v);
    float ratio = 0.0f;
    for (int k = 0; k < generations; k++) {
        apply(matrices + i * GROUPS * GROUPS, v);
        float now = total(v);
        ratio = now / before;
        before = now;
    }
    r0[i] = fmaxf(ratio, 0.0f);
}
