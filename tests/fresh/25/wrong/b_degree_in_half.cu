// fpcheck: degrees <<<20, 128>>> target=const(3):2560 degree=inout:zeros:8:f16 score=inout:zeros:8 n=2560 want=[0,0,0,2560,0,0,0,0] ref=degree=want --tol rtol=1e-3,atol=0.5
// expect: error counter lost at line 13
// why: degrees are counted with atomicAdd on half: from 2048 on adding 1 changes nothing
// figure: computed degree[3] 2048, MPFR 2560
#include <cuda_fp16.h>
// In-degrees of a graph for normalising messages; half, since the features are.
__global__ void degrees(const int *target, __half *degree, float *score, int n)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n)
        return;
    int v = target[e] & 7;
    atomicAdd(degree + v, __float2half(1.0f));
    atomicAdd(score + v, 1.0f / (float)n);
}
