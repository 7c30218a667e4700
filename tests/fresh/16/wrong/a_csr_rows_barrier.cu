// fpcheck: residual <<<1, 64>>> b=uniform(-1,1):64 x=uniform(-1,1):64 r=empty:64 norm=empty:1 rows=64
// expect: error barrier at line 82
// why: the barrier stands in a loop whose trips are the number of entries of the thread's own row, so that threads wait at it a different number of times
// figure: computed undefined (barrier reached 5 times by every fourth thread, 3 times by the others), MPFR r of rows with 5 entries
// Residual b - A x of a banded sparse matrix whose rows are made in place
// (column offsets by the row number), with x staged through shared memory.
#include <cuda_runtime.h>

#define ROWS 64
#define MAX_ENTRIES 5

// ------------------------------------------------------------- the matrix

struct Entry {
    int column;
    float value;
};

struct Row {
    int count;
    Entry entry[MAX_ENTRIES];
};

__device__ inline int wrap(int c, int rows)
{
    c = c < 0 ? c + rows : c;
    return c >= rows ? c - rows : c;
}

__device__ inline void push(Row &row, int column, float value)
{
    row.entry[row.count].column = column;
    row.entry[row.count].value = value;
    row.count++;
}

// A ring with a second coupling at every fourth row.
__device__ Row make_row(int i, int rows)
{
    Row row;
    row.count = 0;
    push(row, i, 4.0f);
    push(row, wrap(i - 1, rows), -1.0f);
    push(row, wrap(i + 1, rows), -1.0f);
    if (i % 4 == 0) {
        push(row, wrap(i - 8, rows), -0.5f);
        push(row, wrap(i + 8, rows), -0.5f);
    }
    return row;
}

// ------------------------------------------------------------- staging

struct Stage {
    float x[ROWS];
    float sums[ROWS];
};

__device__ void stage_vector(Stage &s, const float *x, int rows)
{
    for (int j = threadIdx.x; j < rows; j += blockDim.x)
        s.x[j] = x[j];
}

__device__ void clear_sums(Stage &s)
{
    s.sums[threadIdx.x] = 0.0f;
}

// ------------------------------------------------------------- product

__device__ inline float term(const Stage &s, const Entry &e)
{
    return e.value * s.x[e.column];
}

// Adds the entries one by one, all rows in step.
__device__ void multiply(Stage &s, const Row &row)
{
    for (int k = 0; k < row.count; k++) {
        s.sums[threadIdx.x] += term(s, row.entry[k]);
        __syncthreads();
    }
}

// ------------------------------------------------------------- norm

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float block_sum(float v, float *parts)
{
    v = warp_sum(v);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = v;
    __syncthreads();
    float total = 0.0f;
    for (int w = 0; w < ROWS / 32; w++)
        total += parts[w];
    return total;
}

// ------------------------------------------------------------- scaling

// The residual is measured against the diagonal.
__device__ inline float scaled(float residual, const Row &row)
{
    return residual / row.entry[0].value;
}

__device__ inline float square(float v)
{
    return v * v;
}

// ------------------------------------------------------------- the kernel

__global__ void residual(const float *b, const float *x, float *r, float *norm, int rows)
{
    __shared__ Stage stage;
    __shared__ float parts[ROWS / 32];
    int i = threadIdx.x;

    // the vector
    stage_vector(stage, x, rows);
    clear_sums(stage);
    __syncthreads();

    // A x
    Row row = make_row(i, rows);
    multiply(stage, row);
    __syncthreads();

    // b - A x
    float mine = b[i] - stage.sums[i];
    r[i] = mine;

    // its norm
    float total = block_sum(square(scaled(mine, row)), parts);
    if (i == 0)
        norm[0] = sqrtf(total);
}

// ------------------------------------------------------------- host

cudaError_t run_residual(const float *b, const float *x, float *r, float *norm, int rows)
{
    // device buffers
    float *d_b = nullptr;
    float *d_x = nullptr;
    float *d_r = nullptr;
    float *d_norm = nullptr;
    cudaMalloc(&d_b, sizeof(float) * (rows));
    cudaMalloc(&d_x, sizeof(float) * (rows));
    cudaMalloc(&d_r, sizeof(float) * (rows));
    cudaMalloc(&d_norm, sizeof(float) * (1));

    cudaMemcpy(d_b, b, sizeof(float) * (rows), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, sizeof(float) * (rows), cudaMemcpyHostToDevice);
    cudaMemset(d_r, 0, sizeof(float) * (rows));
    cudaMemset(d_norm, 0, sizeof(float) * (1));

    residual<<<1, ROWS>>>(d_b, d_x, d_r, d_norm, rows);
    cudaError_t status = cudaDeviceSynchronize();

    cudaMemcpy(r, d_r, sizeof(float) * (rows), cudaMemcpyDeviceToHost);
    cudaMemcpy(norm, d_norm, sizeof(float) * (1), cudaMemcpyDeviceToHost);
    cudaFree(d_b);
    cudaFree(d_x);
    cudaFree(d_r);
    cudaFree(d_norm);
    return status;
}
