// fpcheck: multiply <<<dim3(1, 1), dim3(8, 8)>>> a=randn:5x5 b=randn:5x5 c=empty:5x5 n=5
// expect: error uninitialised shared memory at line 23
// why: 5 is no multiple of the tile: elements outside of the matrix are skipped, not set to zero, and the product over the tile reads columns 5 to 7, which nothing wrote
// figure: computed c undefined (uninitialised shared memory), MPFR the product
#define TILE 8

__global__ void multiply(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[TILE][TILE];
    __shared__ float tb[TILE][TILE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * TILE + tx;
    int row = blockIdx.y * TILE + ty;
    float sum = 0.0f;
    for (int m = 0; m < (n + TILE - 1) / TILE; m++) {
        if (row < n && m * TILE + tx < n)
            ta[ty][tx] = a[row * n + m * TILE + tx];
        if (col < n && m * TILE + ty < n)
            tb[ty][tx] = b[(m * TILE + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += ta[ty][k] * tb[k][tx];
        __syncthreads();
    }
    if (row < n && col < n)
        c[row * n + col] = sum;
}
