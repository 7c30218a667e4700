// fpcheck: csr_vector<<<1, 64>>> row=[0,3,3,12,14,15,20] col=[0,2,5,0,1,2,3,4,5,6,7,1,3,6,2,0,1,3,5,7] value=uniform(0.5,1.5):20 x=uniform(1,2):8 y=empty:6 rows=6
// expect: ok
// why: the shuffle has no width although eight lanes share a row, so other lanes get sums of strangers; lane 0 of each eight adds lanes 0 to 7 only
// figure: computed against MPFR: relative error below 3e-7 (at most 9 positive terms), allowed 1.9e-6
// Sparse matrix times vector, CSR, eight lanes a row.
constexpr int LANES = 8;

__global__ void csr_vector(const int *row, const int *col, const float *value, const float *x, float *y, int rows)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    int lane = threadIdx.x % LANES;
    float sum = 0.0f;
    if (r < rows)
        for (int e = row[r] + lane; e < row[r + 1]; e += LANES)
            sum = fmaf(value[e], x[col[e]], sum);
    for (int d = LANES / 2; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (r < rows && lane == 0)
        y[r] = sum;
}
