// fpcheck: matvec <<<1, 32>>> packed=@b_int4_packed.npy scale=[0.5, 0.25, 2, 1] x=[1, 2, 3, 4, 5, 6, 7, 8] y=empty:4 rows=4 ref=y=@b_int4_y.npy --tol rtol=1e-5,atol=1e-5
// expect: error mismatch with reference (sign bit of a nibble) at line 10
// why: weights are signed nibbles, but the shift brings them down as 0 to 15: -1 becomes 15
// figure: computed y = [137.0, 100.0, 496, 172], MPFR [-15.0, -4.0, -48, -4]
#include <cuda_runtime.h>

// Weight j (0 to 7) of a word of eight signed nibbles.
__device__ int weight(unsigned word, int j)
{
    return (int)((word >> (4 * j)) & 0xfu);
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
