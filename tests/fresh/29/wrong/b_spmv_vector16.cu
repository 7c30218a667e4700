// fpcheck: spmv_csr_vector <<<(rows+3)/4, 64>>> row_ptr=[0,3,23,23,40,45,46,55] col_idx=[8,18,21,0,1,2,3,4,5,6,7,9,10,11,12,13,15,17,18,19,21,22,23,0,3,5,6,7,9,10,13,14,15,16,18,19,20,21,22,23,3,5,10,18,22,20,0,3,10,11,12,13,19,21,23] values=[1.02,0.97,1.73,1.49,1.17,0.72,0.66,1.76,1.58,0.99,0.93,1.53,1.95,0.34,0.49,0.85,1.11,0.33,0.3,0.6,0.89,1.53,1.3,1.01,0.41,1.82,1.77,1.94,1.27,1.41,0.87,0.53,0.73,1.5,0.78,1.44,1.1,1.01,1.94,0.5,0.8,0.5,1.27,0.92,0.43,0.9,0.92,0.92,0.27,1.64,0.64,0.25,1.04,1.49,0.98] x=[1.05,1.49,0.74,0.52,1.39,1.3,1.8,1.12,1.68,0.53,0.54,1.4,0.84,0.6,0.69,1.06,1.01,1.35,1.83,1.05,0.78,1.37,0.5,1.08] y=empty:7 alpha=2.0 beta=0.0 rows=7 want=[11.717600085639958,41.91739971587657,0,40.60119960432051,7.300800115299225,1.40399991130829,17.530999775171285] --ref 'y=want' --tol rtol=1e-5,atol=1e-6
// expect: error mismatch at line 64
// why: 16 lanes share a row, but the reduction goes over all 32: every other row gets the next one added
// figure: y[0] computed 53.635000, MPFR 11.717600
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

// CSR sparse matrix-vector product, y = alpha * A x + beta * y, vector flavour:
// VECTOR_SIZE consecutive lanes share a row, so that loads of a row coalesce.

#define BLOCK_SIZE 64
#define VECTOR_SIZE 16
#define VECTORS_PER_BLOCK (BLOCK_SIZE / VECTOR_SIZE)
#define FULL_MASK 0xffffffffu

struct CsrView {
    const int *row_ptr;
    const int *col_idx;
    const float *values;
    int rows;
};

// -----------------------------------------------------------------------------
// Views and bounds
// -----------------------------------------------------------------------------

__device__ __forceinline__ CsrView make_view(const int *row_ptr, const int *col_idx,
                                             const float *values, int rows)
{
    CsrView a;
    a.row_ptr = row_ptr;
    a.col_idx = col_idx;
    a.values = values;
    a.rows = rows;
    return a;
}

struct RowRange {
    int begin;
    int end;
};

__device__ __forceinline__ RowRange row_range(const CsrView &a, int row)
{
    RowRange r;
    r.begin = 0;
    r.end = 0;
    if (row < a.rows) {
        r.begin = a.row_ptr[row];
        r.end = a.row_ptr[row + 1];
    }
    return r;
}

// -----------------------------------------------------------------------------
// Reduction over the lanes of one row
// -----------------------------------------------------------------------------

__device__ __forceinline__ float vector_reduce_sum(float v)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(FULL_MASK, v, offset);
    return v;
}

// -----------------------------------------------------------------------------
// Partial dot product of one lane
// -----------------------------------------------------------------------------

__device__ float lane_partial(const CsrView &a, RowRange r, const float *__restrict__ x,
                              int lane)
{
    float sum = 0.0f;
    for (int j = r.begin + lane; j < r.end; j += VECTOR_SIZE)
        sum = fmaf(a.values[j], __ldg(&x[a.col_idx[j]]), sum);
    return sum;
}

__device__ __forceinline__ float combine(float alpha, float ax, float beta, float y)
{
    // beta = 0 must not read what is in y (it may be uninitialised): handled by the caller
    return alpha * ax + beta * y;
}

// -----------------------------------------------------------------------------
// Kernel
// -----------------------------------------------------------------------------

/**
 * @param row_ptr  offsets of the rows            [rows + 1]
 * @param col_idx  columns of the nonzeros        [nnz]
 * @param values   the nonzeros                   [nnz]
 * @param x        dense input
 * @param y        dense output                   [rows]
 */
__global__ void spmv_csr_vector(const int *__restrict__ row_ptr,
                                const int *__restrict__ col_idx,
                                const float *__restrict__ values,
                                const float *__restrict__ x, float *__restrict__ y,
                                float alpha, float beta, int rows)
{
    CsrView a = make_view(row_ptr, col_idx, values, rows);

    int lane = threadIdx.x % VECTOR_SIZE;
    int vector = threadIdx.x / VECTOR_SIZE;
    int row = blockIdx.x * VECTORS_PER_BLOCK + vector;

    // Vectors without a row take part in the shuffles with a zero
    RowRange r = row_range(a, row);
    float sum = lane_partial(a, r, x, lane);
    sum = vector_reduce_sum(sum);

    if (lane == 0 && row < rows) {
        if (beta == 0.0f)
            y[row] = alpha * sum;
        else
            y[row] = combine(alpha, sum, beta, y[row]);
    }
}

// Host launcher
void launch_spmv(const int *row_ptr, const int *col_idx, const float *values, const float *x,
                 float *y, float alpha, float beta, int rows)
{
    int grid = (rows + VECTORS_PER_BLOCK - 1) / VECTORS_PER_BLOCK;
    spmv_csr_vector<<<grid, BLOCK_SIZE>>>(row_ptr, col_idx, values, x, y, alpha, beta, rows);
}

// -----------------------------------------------------------------------------
// Host side
// -----------------------------------------------------------------------------

#define CUDA_CHECK(call)                                                          \
    do {                                                                          \
        cudaError_t err = (call);                                                 \
        if (err != cudaSuccess) {                                                 \
            fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(err));         \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

int main()
{
    const int rows = 4;
    int *row_ptr, *col_idx;
    float *values, *x, *y;
    CUDA_CHECK(cudaMallocManaged(&row_ptr, (rows + 1) * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged(&col_idx, rows * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged(&values, rows * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&x, rows * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&y, rows * sizeof(float)));
    for (int i = 0; i < rows; i++) {
        row_ptr[i] = i;
        col_idx[i] = i;
        values[i] = 1.0f;
        x[i] = (float)i;
    }
    row_ptr[rows] = rows;
    launch_spmv(row_ptr, col_idx, values, x, y, 2.0f, 0.0f, rows);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < rows; i++)
        printf("%f\n", y[i]);
    return 0;
}
