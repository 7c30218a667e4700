// fpcheck: block_apply <<<1, 32>>> A=[2,1,0.5,4,3,5,1.5,-2,0.25,7,6,1,-3,0.75,2.5,8]:4x4 x=[1,2,-1,0.5] y=empty:4 n=4 ref=y=sum(A*x,1)
// expect: error wrong order at line 8
// why: the block is stored by rows, the kernel reads it by columns and multiplies with the transpose
// figure: computed y = [ 6.25   4.375 -1.25   3.   ], MPFR [ 5.5  10.5   8.75  0.  ]
// Sparse linear algebra: dense diagonal block of a block Jacobi preconditioner.
__device__ float element(const float *A, int r, int c, int n)
{
    return A[c * n + r];
}

__global__ void block_apply(const float *A, const float *x, float *y, int n)
{
    int r = threadIdx.x;
    if (r >= n)
        return;
    float s = 0.0f;
    for (int c = 0; c < n; ++c)
        s = fmaf(element(A, r, c, n), x[c], s);
    y[r] = s;
}
