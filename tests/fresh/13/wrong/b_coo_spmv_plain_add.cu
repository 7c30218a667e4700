// fpcheck: spmv_coo <<<1, 64>>> row=[0,0,0,1,1,2,2,2,2,3,3,3] col=[0,1,3,1,2,0,1,2,3,0,2,3] val=[4,-1,0.5,3,1,-2,1,5,0.25,1,1,6] x=[1,2,3,4] y=inout:[0,0,0,0] nnz=12
// expect: error race at line 24
// why: several non-zeros of one row add into y[row] at once without an atomic; updates are lost
// figure: computed y[3] = 24 where only the last of three updates remains, MPFR 28 (y = [4.0, 9, 16.0, 28])
// Sparse linear algebra: y += A x, A as coordinates.
struct Entry
{
    int r, c;
    float v;
};

__device__ Entry fetch(const int *row, const int *col, const float *val, int k)
{
    Entry e = {row[k], col[k], val[k]};
    return e;
}

__global__ void spmv_coo(const int *row, const int *col, const float *val, const float *x, float *y, int nnz)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nnz)
    {
        Entry e = fetch(row, col, val, k);
        y[e.r] += e.v * x[e.c];
    }
}
