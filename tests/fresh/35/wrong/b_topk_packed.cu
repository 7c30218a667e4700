// fpcheck: best_token <<<4, 32>>> logits=@b_topk_logits.npy best=empty:4:i32 n=200 --ref best=@b_topk_ref.npy
// expect: error mismatch at line 9
// why: the sortable key turns over the sign bit only; the bits of negative logits still descend, so that of a row with nothing positive the smallest wins; the packed-key argmax bug of sampling kernels
// figure: best[3] computed 49, MPFR 199
#include <cuda_runtime.h>

__device__ unsigned long long packed(float v, int index)
{
    unsigned key = __float_as_uint(v) ^ 0x80000000u;
    return ((unsigned long long)key << 32) | (unsigned)(0x7fffffff - index);
}

__global__ void best_token(const float *logits, int *best, int n)
{
    unsigned long long top = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        unsigned long long p = packed(logits[blockIdx.x * n + i], i);
        if (p > top) top = p;
    }
    for (int o = 16; o; o >>= 1) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, top, o);
        if (other > top) top = other;
    }
    if (threadIdx.x == 0) best[blockIdx.x] = 0x7fffffff - (int)(unsigned)top;
}
