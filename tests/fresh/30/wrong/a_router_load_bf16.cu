// fpcheck: router_load <<<1, 32>>> expert=@a_router_load_bf16_expert.npy load=empty:4 tokens=900 experts=4 --ref load=@a_router_load_bf16_want.npy --tol rtol=1e-2,atol=0
// expect: error counter lost at line 12
// why: a bfloat16 counter stops at 256: 256 + 1 rounds back to 256
// figure: computed load[0]=0.284444, MPFR 0.480000
#include <cuda_bf16.h>

// Share of tokens that a router sends to each expert, for the load-balancing loss. One thread an expert.
template <typename T>
struct counter {
    T n;
    __device__ counter() : n(__float2bfloat16(0.0f)) {}
    __device__ void operator++() { n = __hadd(n, __float2bfloat16(1.0f)); }
    __device__ float share(int of) const { return __bfloat162float(n) / (float)of; }
};

__global__ void router_load(const int *expert, float *load, int tokens, int experts)
{
    const int e = threadIdx.x;
    if (e >= experts)
        return;
    counter<__nv_bfloat16> mine;
    for (int t = 0; t < tokens; t++)
        if (expert[t] == e)
            ++mine;
    load[e] = mine.share(tokens);
}
