// fpcheck: expert_load <<<1, 64>>> gate=randn:64x4 load=empty:4 tokens=64
// expect: error uninitialised shared memory at line 20
// why: the counters in shared memory are never set to zero before the atomics add to them: the load is what was there before, plus the count
// figure: computed load[] undefined, MPFR counts / 64 with sum 1
#include <cuda_runtime.h>

#define EXPERTS 4

// Share of the tokens that each of four experts gets (top-1 routing).
__global__ void expert_load(const float *gate, float *load, int tokens)
{
    __shared__ int count[EXPERTS];
    int t = threadIdx.x;
    if (t < tokens) {
        const float *g = gate + t * EXPERTS;
        int best = 0;
        for (int e = 1; e < EXPERTS; e++)
            if (g[e] > g[best])
                best = e;
        atomicAdd(&count[best], 1);
    }
    __syncthreads();
    if (t < EXPERTS)
        load[t] = (float)count[t] / (float)tokens;
}
