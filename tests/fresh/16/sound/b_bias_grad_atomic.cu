// fpcheck: bias_gradient <<<(1, 4), 32>>> dy=uniform(0.5,1.5):64x32 db=inout:zeros:32 rows=64 cols=32
// expect: ok
// why: the order of the four atomic additions is left open, but each gives one of a few roundings of the same sum of positive numbers
// figure: relative error below 1e-6 whatever the order
#define SLAB 16
__global__ void bias_gradient(const float *dy, float *db, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    int first = blockIdx.y * SLAB;
    int last = min(first + SLAB, rows);
    float even = 0.0f, odd = 0.0f;
    int r = first;
    for (; r + 1 < last; r += 2) {
        even += dy[r * cols + c];
        odd += dy[(r + 1) * cols + c];
    }
    if (r < last)
        even += dy[r * cols + c];
    atomicAdd(&db[c], even + odd);
}
