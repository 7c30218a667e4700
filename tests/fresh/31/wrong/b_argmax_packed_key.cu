// fpcheck: argmax <<<1, 32>>> logits=[1.0, 3.01, 3.04, 2.5, 3.02, 3.05, 3.0, 2.0] best=empty:1 n=8 ref=best=@b_argmax_best.npy --tol bitwise
// expect: error flip (key loses bits) at line 13
// why: the key keeps sixteenths of a logit only: 3.00 to 3.05 have all the key 48, and the token with the highest index of them does not have the highest logit
// figure: computed best[0] = 6 (3.00), MPFR 5 (3.05)
#include <cuda_runtime.h>

// Greedy decoding: index of the largest logit, by one maximum over (logit, index) in 32 bits.
__global__ void argmax(const float *logits, int *best, int n)
{
    int lane = threadIdx.x;
    unsigned key = 0;
    for (int j = lane; j < n; j += 32) {
        int level = (int)(logits[j] * 16.0f);
        unsigned k = ((unsigned)(level + 32768) << 16) | (unsigned)j;
        key = k > key ? k : key;
    }
    key = __reduce_max_sync(0xffffffffu, key);
    if (lane == 0)
        best[0] = (int)(key & 0xffffu);
}
