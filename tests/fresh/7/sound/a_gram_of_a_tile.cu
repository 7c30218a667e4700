// fpcheck: gram<<<1, dim3(16, 16)>>> a=uniform(-1,1):40x16 g=empty:16x16 rows=40
// expect: ok
// why: the last slab has 8 rows of 16 only; the others are set to zero by every thread before the barrier, and a second barrier keeps the slab until all have read it
// figure: computed against MPFR: error below 1e-6 (40 products of size at most 1)
// G = A^T A for 16 columns, by slabs of 16 rows in shared memory.
constexpr int W = 16;

__global__ void gram(const float *a, float *g, int rows)
{
    __shared__ float slab[W][W + 1];
    int i = threadIdx.y, j = threadIdx.x;
    float sum = 0.0f;
    for (int base = 0; base < rows; base += W) {
        int r = base + i;
        slab[i][j] = r < rows ? a[r * W + j] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < W; k++)
            sum = fmaf(slab[k][i], slab[k][j], sum);
        __syncthreads();
    }
    g[i * W + j] = sum;
}
