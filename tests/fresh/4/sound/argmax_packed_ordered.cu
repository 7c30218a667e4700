// fpcheck: best_logit <<<1, 64>>> logits=uniform(-20,-1):64 best=empty:1 n=64 ref=best=max(logits) --tol rtol=1e-6,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void best_logit(const float* logits, float* best, int n)
{
    __shared__ unsigned long long top;
    int i = threadIdx.x;
    if (i == 0)
        top = 0ull;
    __syncthreads();
    if (i < n) {
        unsigned u = __float_as_uint(logits[i]);
        u ^= (unsigned)((int)u >> 31) | 0x80000000u;
        atomicMax(&top, ((unsigned long long)u << 32) | (unsigned)(~i));
    }
    __syncthreads();
    if (i == 0)
        best[0] = logits[~(unsigned)top];
}
