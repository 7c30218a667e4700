// fpcheck: best_logit <<<1, 64>>> logits=uniform(-20,-1):64 best=empty:1 idx=empty:1 n=64 ref=best=max(logits) --tol rtol=1e-6,atol=0
// expect: error mismatch with reference at line 13: unsigned order of raw float bits puts the most negative logit on top
#include <cuda_runtime.h>

__global__ void best_logit(const float* logits, float* best, int* idx, int n)
{
    __shared__ unsigned long long top;
    int i = threadIdx.x;
    if (i == 0)
        top = 0ull;
    __syncthreads();
    if (i < n) {
        unsigned long long key = ((unsigned long long)__float_as_uint(logits[i]) << 32) | (unsigned)(~i);
        atomicMax(&top, key);
    }
    __syncthreads();
    if (i == 0) {
        int k = (int)(~(unsigned)top);
        idx[0] = k;
        best[0] = logits[k];
    }
}
