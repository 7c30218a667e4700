// fpcheck: coo_spmv<<<2, 32>>> row=[0,0,1,1,1,2,3,3,4,4,4,4] col=[0,2,1,0,3,2,3,1,4,0,2,1] value=uniform(1,2):12 x=uniform(1,2):5 y=inout:zeros:5 entries=12
// expect: error race at line 20
// why: entries of one row are in several threads, which read, add and write the same y without an atomic
// figure: computed y[0] = one product or the other, MPFR value[0]*x[0] + value[1]*x[2]
// y += A x, A in coordinate form.
struct Entry {
    int row, col;
    float value;
};

__device__ Entry fetch(const int *row, const int *col, const float *value, int e)
{
    return {row[e], col[e], value[e]};
}

__global__ void coo_spmv(const int *row, const int *col, const float *value, const float *x, float *y, int entries)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < entries; e += gridDim.x * blockDim.x) {
        Entry a = fetch(row, col, value, e);
        y[a.row] += a.value * x[a.col];
    }
}
