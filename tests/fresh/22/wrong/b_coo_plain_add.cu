// fpcheck: spmv_coo <<<1, 32>>> row=[0,0,1,1,1,2,3,3] col=[0,1,0,2,3,2,1,3] val=[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0] x=[1.0,1.0,1.0,1.0] y=inout:zeros:4 nnz=8
// expect: error race at line 13
// why: several nonzeros of one row are added by different threads without an atomic: updates are lost
// figure: computed y[0] = 1 or 2 (one of the products), right 3
// y += A x, A in coordinate form.
__global__ void spmv_coo(const int *row, const int *col, const float *val, const float *x, float *y, int nnz)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nnz)
        return;
    float product = val[k] * x[col[k]];
    if (product != 0.0f)
        y[row[k]] += product;
}
