// fpcheck: spmv <<<2, 64>>> offsets=[0,3,35,36,72] columns=randint(0,39):72 values=uniform(0.5,2):72 x=uniform(1,2):40 y=empty:4 rows=4
// expect: ok
// why: mask shifts of a whole word are avoided by a comparison; all lanes take part in every shuffle
// figure: (like data) y[3]: computed 63.303700226539632, MPFR 63.303700226539632
// y = A x, compressed rows, a warp for each row.
#define FULL 0xffffffffu

__device__ double warp_sum(double v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(FULL, v, offset);
    return v;
}

__global__ void spmv(const int *offsets, const int *columns, const double *values, const double *x, double *y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    int begin = offsets[row];
    int end = offsets[row + 1];
    double total = 0.0;
    for (int base = begin; base < end; base += 32) {
        int left = end - base;
        unsigned live = left >= 32 ? FULL : (1u << left) - 1u;
        if (live >> lane & 1u)
            total = fma(values[base + lane], x[columns[base + lane]], total);
    }
    total = warp_sum(total);
    if (lane == 0)
        y[row] = total;
}
