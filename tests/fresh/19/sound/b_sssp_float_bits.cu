// fpcheck: shortest <<<1, 32>>> from=[0,0,1,2,1,3,2] to=[1,2,3,3,4,4,4] weight=[1.0,2.5,4.0,0.5,7.0,1.25,3.0] distance=empty:6 vertices=6 edges=7 want=[0,1,2.5,3,4.25,-1] ref=distance=want --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: atomicMin on the bits of floats as integers is right here, because distances are sums of non-negative weights: no sign bit, no NaN; +0 is 0 and infinity the largest
// figure: computed distance[4] 4.25, MPFR 4.25 (all sums exact)
#include <cuda_runtime.h>
#include <math_constants.h>

constexpr int MAX_VERTICES = 32;

__device__ bool lower(int *bits, float candidate)
{
    int fresh = __float_as_int(candidate);
    return atomicMin(bits, fresh) > fresh;
}

// Rounds over all edges until nothing changes; the vote is the block's.
__global__ void shortest(const int *from, const int *to, const float *weight, float *distance, int vertices, int edges)
{
    __shared__ int bits[MAX_VERTICES];
    int t = threadIdx.x;
    bits[t] = t == 0 ? 0 : __float_as_int(CUDART_INF_F);
    __syncthreads();
    int changed = 1;
    while (changed) {
        float d = t < edges ? __int_as_float(bits[from[t]]) : CUDART_INF_F;
        __syncthreads();
        bool improved = false;
        if (d < CUDART_INF_F)
            improved = lower(&bits[to[t]], d + weight[t]);
        changed = __syncthreads_or(improved);
    }
    if (t < vertices) {
        float d = __int_as_float(bits[t]);
        distance[t] = d < CUDART_INF_F ? d : -1.0f;
    }
}
