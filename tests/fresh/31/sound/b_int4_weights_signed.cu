// fpcheck: matvec <<<1, 32>>> packed=@b_int4_signed_packed.npy scale=[0.5, 0.25, 2, 1] x=[1, 2, 3, 4, 5, 6, 7, 8] y=empty:4 rows=4 ref=y=@b_int4_signed_y.npy --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: the nibble is shifted to the top of the word and comes back with an arithmetic shift, which spreads its sign bit
// figure: computed y = [-15.0, -4.0, -48, -4], exactly the reference
#include <cuda_runtime.h>

__device__ int weight(unsigned word, int j)
{
    return (int)(word << (28 - 4 * j)) >> 28;
}

// y = W x, one word (eight weights) a row, one scale a row.
__global__ void matvec(const unsigned *packed, const float *scale, const float *x, float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float sum = 0.0f;
    for (int j = 0; j < 8; j++)
        sum += (float)weight(packed[r], j) * x[j];
    y[r] = scale[r] * sum;
}
