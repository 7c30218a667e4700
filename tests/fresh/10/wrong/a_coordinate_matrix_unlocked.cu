// fpcheck: coo_multiply <<<1, 64>>> row=[0,0,0,1,1,2,2,2,3,3,0,3] column=[0,1,2,0,3,1,2,3,0,3,3,1] value=[2.0,1.0,0.5,4.0,3.0,1.5,2.5,1.0,0.25,8.0,3.0,2.0] x=[1.0,2.0,3.0,4.0] y=inout:zeros:4 entries=12
// expect: error race at line 11
// why: entries of one row are added to the same y by different threads without atomics
// figure: y[0]: computed 2, 2, 1.5 or 8 alone, or sums of some (race), MPFR 13.5
// y += A x for a matrix in coordinate form, a thread for each entry.
__global__ void coo_multiply(const int *row, const int *column, const float *value, const float *x, float *y, int entries)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < entries; e += gridDim.x * blockDim.x) {
        float product = value[e] * x[column[e]];
        if (product != 0.0f)
            y[row[e]] += product;
    }
}
