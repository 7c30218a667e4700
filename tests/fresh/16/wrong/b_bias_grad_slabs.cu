// fpcheck: bias_gradient <<<(1, 4), 32>>> dy=randn:64x32 db=inout:zeros:32 rows=64 cols=32
// expect: error race at line 21
// why: four blocks (one a slab of rows) add into the same db[c] with a plain read and write
// figure: computed undefined: between one and four of the four slab sums survive
#define SLAB 16
__device__ float slab_sum(const float *dy, int first, int last, int c, int cols)
{
    float sum = 0.0f;
    for (int r = first; r < last; r++)
        sum += dy[r * cols + c];
    return sum;
}

__global__ void bias_gradient(const float *dy, float *db, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    int first = blockIdx.y * SLAB;
    int last = min(first + SLAB, rows);
    db[c] += slab_sum(dy, first, last, c, cols);
}
