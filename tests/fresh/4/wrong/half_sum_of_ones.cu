// fpcheck: degree <<<4, 32>>> adj=ones:4x4096 deg=empty:4 n=4096 ref=deg=sum(adj,1) --tol rtol=1e-2,atol=0
// expect: error accumulator too narrow at line 13: a binary16 sum of ones stops at 2048
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void degree(const float* adj, float* deg, int n)
{
    if (threadIdx.x != 0)
        return;
    const float* row = adj + blockIdx.x * n;
    __half s = __float2half_rn(0.0f);
    for (int i = 0; i < n; ++i)
        s = __float2half_rn(__half2float(s) + row[i]);
    deg[blockIdx.x] = __half2float(s);
}
