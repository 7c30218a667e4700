// fpcheck: router_load <<<1, 4>>> choice=@b_load_half_c.npy load=empty:4 tokens=6000 experts=4 --ref load=@b_load_half_ref.npy --tol rtol=1e-4,atol=1e-6
// expect: error counter lost in a half at line 17: a half counts to 2048 and then 2048 + 1 rounds back to 2048
// why: a half counts to 2048 and then 2048 + 1 rounds back to 2048
// figure: load[0] computed 0.3413333, MPFR 0.4545
#include <cuda_fp16.h>

// Share of the tokens each expert got; one thread an expert.
__global__ void router_load(const int *choice, float *load, int tokens, int experts)
{
    int e = threadIdx.x;
    if (e >= experts)
        return;
    __half count = __float2half(0.0f);
    const __half one = __float2half(1.0f);
    for (int t = 0; t < tokens; t++)
        if (choice[t] == e)
            count = __hadd(count, one);
    load[e] = __half2float(count) / (float)tokens;
}
