// fpcheck: shape_of_rows <<<4, 128>>> x=uniform(99,101):4x512 mean=empty:4 sigma=empty:4 skew=empty:4 cols=512
// expect: error cancellation at line 117
// why: the third central moment comes from raw moments of a million that cancel to some thousandths
// figure: computed skew = -0.706544, MPFR -0.0348939599; own draw of uniform(99,101)
// Mean, standard deviation and skewness of the rows of a table: every thread
// gathers raw moments, warps and then the block add them.
#include <cuda_runtime.h>

#define THREADS 128
#define WARPS (THREADS / 32)

struct Moments {
    float n;
    float s1;
    float s2;
    float s3;
};

// ------------------------------------------------------------- gathering

__device__ inline Moments nothing()
{
    Moments m;
    m.n = 0.0f;
    m.s1 = 0.0f;
    m.s2 = 0.0f;
    m.s3 = 0.0f;
    return m;
}

__device__ inline void add_sample(Moments &m, float x)
{
    float x2 = x * x;
    m.n += 1.0f;
    m.s1 += x;
    m.s2 += x2;
    m.s3 += x2 * x;
}

__device__ inline Moments add(const Moments &a, const Moments &b)
{
    Moments m;
    m.n = a.n + b.n;
    m.s1 = a.s1 + b.s1;
    m.s2 = a.s2 + b.s2;
    m.s3 = a.s3 + b.s3;
    return m;
}

__device__ Moments gather(const float *row, int cols)
{
    Moments m = nothing();
    for (int j = threadIdx.x; j < cols; j += THREADS)
        add_sample(m, row[j]);
    return m;
}

// ------------------------------------------------------------- reduction

__device__ inline Moments from_lane_below(const Moments &m, int distance)
{
    Moments r;
    r.n = __shfl_down_sync(0xffffffffu, m.n, distance);
    r.s1 = __shfl_down_sync(0xffffffffu, m.s1, distance);
    r.s2 = __shfl_down_sync(0xffffffffu, m.s2, distance);
    r.s3 = __shfl_down_sync(0xffffffffu, m.s3, distance);
    return r;
}

__device__ Moments warp_total(Moments m)
{
    for (int d = 16; d > 0; d >>= 1)
        m = add(m, from_lane_below(m, d));
    return m;
}

__device__ Moments block_total(Moments m, Moments *parts)
{
    int warp = threadIdx.x >> 5;
    int lane = threadIdx.x & 31;
    m = warp_total(m);
    if (lane == 0)
        parts[warp] = m;
    __syncthreads();
    Moments total = nothing();
    if (threadIdx.x == 0)
        for (int w = 0; w < WARPS; w++)
            total = add(total, parts[w]);
    return total;
}

// ------------------------------------------------------------- statistics

struct Shape {
    float mean;
    float sigma;
    float skew;
};

// Central moments are taken about a pivot so that the second one is safe;
// the third one follows from the raw sums.
__device__ float second_about(const float *row, int cols, float mean)
{
    float sum = 0.0f;
    for (int j = 0; j < cols; j++) {
        float d = row[j] - mean;
        sum = fmaf(d, d, sum);
    }
    return sum / (float)cols;
}

__device__ inline float third_central(const Moments &m, float mean)
{
    float e2 = m.s2 / m.n;
    float e3 = m.s3 / m.n;
    float twice = 2.0f * mean * mean * mean;
    return e3 - 3.0f * mean * e2 + twice;
}

__device__ Shape shape_from(const Moments &m, const float *row, int cols)
{
    Shape s;
    s.mean = m.s1 / m.n;
    float variance = second_about(row, cols, s.mean);
    s.sigma = sqrtf(variance);
    float third = third_central(m, s.mean);
    s.skew = variance > 0.0f ? third / (variance * s.sigma) : 0.0f;
    return s;
}

// ------------------------------------------------------------- the kernel

__global__ void shape_of_rows(const float *x, float *mean, float *sigma, float *skew, int cols)
{
    __shared__ Moments parts[WARPS];
    const float *row = x + (size_t)blockIdx.x * cols;

    // sums of the row
    Moments m = gather(row, cols);
    m = block_total(m, parts);

    // one thread finishes
    if (threadIdx.x == 0) {
        Shape s = shape_from(m, row, cols);
        mean[blockIdx.x] = s.mean;
        sigma[blockIdx.x] = s.sigma;
        skew[blockIdx.x] = s.skew;
    }
}

// ------------------------------------------------------------- host

cudaError_t run_shape_of_rows(const float *x, float *mean, float *sigma, float *skew, int rows, int cols)
{
    // device buffers
    float *d_x = nullptr;
    float *d_mean = nullptr;
    float *d_sigma = nullptr;
    float *d_skew = nullptr;
    cudaMalloc(&d_x, sizeof(float) * (rows * cols));
    cudaMalloc(&d_mean, sizeof(float) * (rows));
    cudaMalloc(&d_sigma, sizeof(float) * (rows));
    cudaMalloc(&d_skew, sizeof(float) * (rows));

    cudaMemcpy(d_x, x, sizeof(float) * (rows * cols), cudaMemcpyHostToDevice);
    cudaMemset(d_mean, 0, sizeof(float) * (rows));
    cudaMemset(d_sigma, 0, sizeof(float) * (rows));
    cudaMemset(d_skew, 0, sizeof(float) * (rows));

    shape_of_rows<<<rows, THREADS>>>(d_x, d_mean, d_sigma, d_skew, cols);
    cudaError_t status = cudaDeviceSynchronize();

    cudaMemcpy(mean, d_mean, sizeof(float) * (rows), cudaMemcpyDeviceToHost);
    cudaMemcpy(sigma, d_sigma, sizeof(float) * (rows), cudaMemcpyDeviceToHost);
    cudaMemcpy(skew, d_skew, sizeof(float) * (rows), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_mean);
    cudaFree(d_sigma);
    cudaFree(d_skew);
    return status;
}
