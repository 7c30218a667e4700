// fpcheck: argmax <<<1, 32>>> logits=[1.0, 3.01, 3.04, 2.5, 3.02, 3.05, 3.0, -2.0, 3.05] best=empty:1 n=9 ref=best=@b_argmax_wide_best.npy --tol bitwise
// expect: ok
// why: maximum over packed keys, but the key has all 32 bits of the logit, in an order of unsigned numbers, and below them the index turned round so that the first of equal ones wins
// figure: computed best[0] = 5, MPFR 5: exact (the first of two equal ones)
#include <cuda_runtime.h>

__device__ unsigned ordered(float v)
{
    unsigned b = __float_as_uint(v);
    return b ^ ((unsigned)((int)b >> 31) | 0x80000000u);
}

__global__ void argmax(const float *logits, int *best, int n)
{
    int lane = threadIdx.x;
    unsigned long long key = 0;
    for (int j = lane; j < n; j += 32) {
        unsigned long long k = ((unsigned long long)ordered(logits[j]) << 32) | (0xffffffffu - (unsigned)j);
        key = k > key ? k : key;
    }
    for (int o = 16; o > 0; o /= 2) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, o);
        key = other > key ? other : key;
    }
    if (lane == 0)
        best[0] = (int)(0xffffffffu - (unsigned)key);
}
