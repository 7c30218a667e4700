// fpcheck: best_hit <<<4, 32>>> score=@a_logodds_best_score.npy best=empty:4 n=96 --ref 'best=@a_logodds_best_best_ref.npy'
// expect: error mismatch at line 11
// why: argmax by a packed key (bits of the score << 32 | index): raw bits of negative floats order the wrong way round as unsigned, so the most negative log-odds score wins; the usual flip of negative patterns is missing (as in public reports of atomicMax on float bits)
// figure: best[0] computed 53, exact 74 (4 of 4 differ)
#include <cuda_runtime.h>
__global__ void best_hit(const float* score, int* best, int n)
{
    const float* row = score + blockIdx.x * n;
    unsigned long long key = 0;
    for (int j = threadIdx.x; j < n; j += 32) {
        unsigned long long k = ((unsigned long long)__float_as_uint(row[j]) << 32) | (unsigned)(n - 1 - j);
        key = k > key ? k : key;
    }
    for (int o = 16; o > 0; o >>= 1) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, o);
        key = other > key ? other : key;
    }
    if (threadIdx.x == 0) best[blockIdx.x] = n - 1 - (int)(unsigned)key;
}
