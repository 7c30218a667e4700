// fpcheck: coo_product<<<1, 64>>> row=[0,5,10,3,8,1,6,0,5,10,3,8,1,6,0,5,10,3,8,1,6,0,5,10,3,8,1,6,0,5,10,3,8,1,6,0,5,10,3,8,1,6,0,5,10,3,8,1,6,0,5,10,3,8,1,6,0,5,10,3] col=[0,11,10,9,8,7,6,5,4,3,2,1,0,11,10,9,8,7,6,5,4,3,2,1,0,11,10,9,8,7,6,5,4,3,2,1,0,11,10,9,8,7,6,5,4,3,2,1,0,11,10,9,8,7,6,5,4,3,2,1] value=[0.5,1.5,2.5,3.5,1.25,2.25,3.25,1,2,3,0.75,1.75,2.75,0.5,1.5,2.5,3.5,1.25,2.25,3.25,1,2,3,0.75,1.75,2.75,0.5,1.5,2.5,3.5,1.25,2.25,3.25,1,2,3,0.75,1.75,2.75,0.5,1.5,2.5,3.5,1.25,2.25,3.25,1,2,3,0.75,1.75,2.75,0.5,1.5,2.5,3.5,1.25,2.25,3.25,1] x=[1,-0.5,2,0.25,1.5,-1,0.75,3,-2,0.5,1.25,-0.125] y=inout:zeros:12 nonzeros=60
// expect: error race at line 28
// why: the entries of one row belong to several threads, and each adds to y by a plain load, add and store: additions are lost
// figure: computed y[0]=only some of its terms, MPFR -0.21875
// y += A x for a matrix in coordinate form, sorted by no index: one thread an entry.
struct Entry {
    int row;
    int col;
    float value;
};

__device__ Entry load(const int *row, const int *col, const float *value, int i)
{
    Entry e;
    e.row = row[i];
    e.col = col[i];
    e.value = value[i];
    return e;
}

__global__ void coo_product(const int *row, const int *col, const float *value, const float *x, float *y, int nonzeros)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nonzeros)
        return;
    Entry e = load(row, col, value, i);
    if (e.value != 0.0f)
        y[e.row] += e.value * x[e.col];
}
