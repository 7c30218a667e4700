// fpcheck: coo_product <<<2, 64>>> row=randint(0,15):128 column=randint(0,15):128 value=randn:128 x=randn:16 y=inout:zeros:16 nnz=128
// expect: error race at line 14
// why: several entries of one row are added by different threads with a plain +=; the last writer wins.
// figure: race (entries of a row are lost)
// y += A x for a matrix in coordinate form, one entry a thread.
__global__ void coo_product(const int *__restrict__ row, const int *__restrict__ column, const float *__restrict__ value,
                            const float *__restrict__ x, float *y, int nnz)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nnz)
        return;
    int r = row[k];
    // rows are mostly distinct within a warp, the matrix comes shuffled
    y[r] += value[k] * x[column[k]];
}
