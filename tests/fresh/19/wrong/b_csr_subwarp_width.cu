// fpcheck: spmv_scaled <<<1, 64>>> row_begin=[0,3,4,9,9,12,14,19,22] column=[0,1,2,1,0,1,2,3,4,5,6,7,0,7,1,2,3,4,5,5,6,7] value=[2,-1,0.5,3,1,1,1,1,1,4,0.25,1,1,-2,1,2,3,4,5,6,7,8] diagonal=const(2):8 x=[1,2,3,4,5,6,7,8] y=empty:8 rows=8 sweeps=1
// fpcheck+ residual_norm <<<1, 32>>> row_begin_in=row_begin column_in=column value_in=value diagonal_in=diagonal x_in=x y_in=y residual=empty:8 norms=empty:2 rows=8
// fpcheck+ relax <<<1, 32>>> x_in=x y_in=y relaxed=empty:8 row_begin_in=row_begin kept=empty:8 rows=8 omega=0.5 want=[0.75,3,7.5,0,16.875,-7.5,35,74.5] ref=y=want --tol rtol=1e-5,atol=1e-6
// fpcheck+ transposed_product <<<1, 32>>> begin=row_begin col=column val=value v=x w=empty:8 rows=8
// expect: error wrong shuffle width at line 43
// why: the reduction starts at a distance of LANES instead of LANES / 2, and its width is the warp's: the sums of two neighbouring rows are mixed into each other
// figure: computed y[0] 3.75, MPFR 0.75
#include <cuda_runtime.h>

// Rows of a mesh matrix have few entries: a whole warp a row would idle mostly, so eight
// lanes share one.
constexpr int LANES = 8;
constexpr unsigned FULL = 0xffffffffu;

struct Csr {
    const int *row_begin;
    const int *column;
    const float *value;
};

__device__ int sub_lane()
{
    return threadIdx.x % LANES;
}

__device__ int sub_row()
{
    return (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
}

__device__ float row_part(const Csr &m, const float *x, int row)
{
    float sum = 0.0f;
    int end = m.row_begin[row + 1];
    for (int k = m.row_begin[row] + sub_lane(); k < end; k += LANES)
        sum += m.value[k] * x[m.column[k]];
    return sum;
}

__device__ float sub_warp_sum(float v)
{
#pragma unroll
    for (int d = LANES; d > 0; d /= 2)
        v += __shfl_xor_sync(FULL, v, d);
    return v;
}

// y = D^-1 A x, eight lanes a row.
__global__ void spmv_scaled(const int *row_begin, const int *column, const float *value, const float *diagonal,
                            const float *x, float *y, int rows, int sweeps)
{
    Csr m{row_begin, column, value};
    int row = sub_row();
    float result = 0.0f;
    for (int s = 0; s < sweeps; s++) {
        float part = row < rows ? row_part(m, x, row) : 0.0f;
        result = sub_warp_sum(part);
    }
    if (row < rows && sub_lane() == 0)
        y[row] = result / diagonal[row];
}

__device__ float warp_add(float v)
{
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(FULL, v, d);
    return v;
}

__device__ float warp_largest(float v)
{
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(FULL, v, d));
    return v;
}

__device__ float serial_row(const Csr &m, const float *x, int row)
{
    float sum = 0.0f;
    for (int k = m.row_begin[row]; k < m.row_begin[row + 1]; k++)
        sum = fmaf(m.value[k], x[m.column[k]], sum);
    return sum;
}

// How far y is from a lane-a-row product: the difference of each row, its root of squares and its largest magnitude.
__global__ void residual_norm(const int *row_begin_in, const int *column_in, const float *value_in, const float *diagonal_in,
                              const float *x_in, const float *y_in, float *residual, float *norms, int rows)
{
    Csr m{row_begin_in, column_in, value_in};
    float squares = 0.0f;
    float largest = 0.0f;
    for (int row = threadIdx.x; row < rows; row += 32) {
        float r = serial_row(m, x_in, row) - diagonal_in[row] * y_in[row];
        residual[row] = r;
        squares = fmaf(r, r, squares);
        largest = fmaxf(largest, fabsf(r));
    }
    squares = warp_add(squares);
    largest = warp_largest(largest);
    if (threadIdx.x == 0) {
        norms[0] = sqrtf(squares);
        norms[1] = largest;
    }
}

__device__ bool empty_row(const int *row_begin, int row)
{
    return row_begin[row] == row_begin[row + 1];
}

// A damped step towards y; rows without entries keep their value.
__global__ void relax(const float *x_in, const float *y_in, float *relaxed, const int *row_begin_in, int *kept, int rows, float omega)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    bool keep = empty_row(row_begin_in, row);
    kept[row] = keep;
    relaxed[row] = keep ? x_in[row] : fmaf(omega, y_in[row] - x_in[row], x_in[row]);
}

// Whether column c is in the row, and where: the columns of a row are not sorted.
__device__ int find_entry(const Csr &m, int row, int c, int from)
{
    for (int k = from; k < m.row_begin[row + 1]; k++) {
        if (m.column[k] == c)
            return k;
    }
    return -1;
}

// w = A^T v without atomics: a thread a column, the rows in order, so that the sum's order is fixed.
__global__ void transposed_product(const int *begin, const int *col, const float *val, const float *v, float *w, int rows)
{
    Csr m{begin, col, val};
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= rows)
        return;
    float sum = 0.0f;
    for (int row = 0; row < rows; row++) {
        int k = find_entry(m, row, c, m.row_begin[row]);
        while (k >= 0) {
            sum = fmaf(m.value[k], v[row], sum);
            k = find_entry(m, row, c, k + 1);
        }
    }
    w[c] = sum;
}
