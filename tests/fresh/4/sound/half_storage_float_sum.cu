// fpcheck: degree <<<4, 32>>> adj=ones:4x512:f16 deg=empty:4 n=512 ref=deg=sum(adj,1) --tol rtol=1e-5,atol=0
// expect: ok
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void degree(const __half* adj, float* deg, int n)
{
    float s = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        s += __half2float(adj[blockIdx.x * n + i]);
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0)
        deg[blockIdx.x] = s;
}
