// fpcheck: sample <<<1, 32>>> probs=const(0.000244140625):4x4096 u=[0.1, 0.3, 0.75, 0.61] token=empty:4 vocab=4096 rows=4 --ref 'token=@b_sample_want.npy'
// expect: ok
// why: the cumulative sum is a 64-bit integer in units of 2^-40, so no step is absorbed
// figure: tokens 409, 1228, 3072, 2498: error 0 (integers)
#include <cuda_fp16.h>

// Inverse-CDF sampling of one token a row; a thread per row walks the vocabulary.
__global__ void sample(const __half *probs, const float *u, int *token, int vocab, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const __half *p = probs + (size_t)row * vocab;
    unsigned long long target = (unsigned long long)((double)u[row] * 1099511627776.0);
    unsigned long long cdf = 0;
    int chosen = vocab - 1;
    for (int i = 0; i < vocab; i++) {
        cdf += (unsigned long long)(__half2float(p[i]) * 1099511627776.0f);
        if (cdf > target) {
            chosen = i;
            break;
        }
    }
    token[row] = chosen;
}
