// fpcheck: sample <<<1, 32>>> probs=const(0.000244140625):4x4096 u=[0.1, 0.3, 0.75, 0.61] token=empty:4 vocab=4096 rows=4 --ref 'token=@b_sample_want.npy'
// expect: error accumulator too narrow at line 18
// why: a half cumulative sum of 2^-12 stands still at 0.5, so that u above that falls through to the last token
// figure: computed token[2] = 4095, MPFR 3072
#include <cuda_fp16.h>

// Inverse-CDF sampling of one token a row; a thread per row walks the vocabulary.
__global__ void sample(const __half *probs, const float *u, int *token, int vocab, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const __half *p = probs + (size_t)row * vocab;
    __half target = __float2half(u[row]);
    __half cdf = __float2half(0.0f);
    int chosen = vocab - 1;
    for (int i = 0; i < vocab; i++) {
        cdf = __hadd(cdf, p[i]);
        if (__hgt(cdf, target)) {
            chosen = i;
            break;
        }
    }
    token[row] = chosen;
}
