// fpcheck: row_sums <<<1, 96>>> offsets=[0,5,37,69] values=ones:69 sums=empty:3 rows=3 want=[5.0,32.0,32.0] ref=sums=want --tol rtol=1e-6,atol=0
// expect: error tail mask at line 10
// why: (1 << (left & 31)) - 1 is empty when exactly 32 values are left: the full chunks are dropped
// figure: sums[1]: computed 0, MPFR 32
// Sums of ragged rows of a sparse matrix, a warp for each row.
#define FULL 0xffffffffu

__device__ unsigned tail_mask(int left)
{
    return left > 32 ? FULL : (1u << (left & 31)) - 1u;
}

__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(FULL, v, offset);
    return v;
}

__global__ void row_sums(const int *offsets, const float *values, float *sums, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    int begin = offsets[row];
    int end = offsets[row + 1];
    float total = 0.0f;
    for (int base = begin; base < end; base += 32) {
        unsigned live = tail_mask(end - base);
        if (live >> lane & 1u)
            total += values[base + lane];
    }
    total = warp_sum(total);
    if (lane == 0)
        sums[row] = total;
}
