// fpcheck: shape_of_rows <<<4, 128>>> x=uniform(9999,10001):4x512 mean=empty:4 sigma=empty:4 skew=empty:4 cols=512
// expect: ok
// why: values near 10000 with a spread below 1, but only differences from a pivot of the row are summed, and moments of parts are merged by Chan's and Terriberry's formulas
// figure: computed skew (own draw) = 0.0107543189, MPFR 0.0107543278231; relative error 8.3e-07
// Mean, standard deviation and skewness of the rows of a table: every thread
// keeps central moments, warps and then the block merge them.
#include <cuda_runtime.h>

#define THREADS 128
#define WARPS (THREADS / 32)

struct Moments {
    float n;
    float mean;
    float m2;
    float m3;
};

// ------------------------------------------------------------- one sample

__device__ inline Moments nothing()
{
    Moments m;
    m.n = 0.0f;
    m.mean = 0.0f;
    m.m2 = 0.0f;
    m.m3 = 0.0f;
    return m;
}

__device__ inline Moments single(float x)
{
    Moments m;
    m.n = 1.0f;
    m.mean = x;
    m.m2 = 0.0f;
    m.m3 = 0.0f;
    return m;
}

// ------------------------------------------------------------- merging

__device__ inline float merged_second(const Moments &a, const Moments &b, float delta, float n)
{
    return a.m2 + b.m2 + delta * delta * a.n * b.n / n;
}

__device__ inline float merged_third(const Moments &a, const Moments &b, float delta, float n)
{
    float cross = delta * delta * delta * a.n * b.n * (a.n - b.n) / (n * n);
    float shift = 3.0f * delta * (a.n * b.m2 - b.n * a.m2) / n;
    return a.m3 + b.m3 + cross + shift;
}

__device__ Moments merge(const Moments &a, const Moments &b)
{
    if (b.n == 0.0f)
        return a;
    if (a.n == 0.0f)
        return b;
    Moments m;
    m.n = a.n + b.n;
    float delta = b.mean - a.mean;
    m.mean = a.mean + delta * (b.n / m.n);
    m.m2 = merged_second(a, b, delta, m.n);
    m.m3 = merged_third(a, b, delta, m.n);
    return m;
}

// ------------------------------------------------------------- gathering

// Samples are taken relative to the pivot, whose difference is exact.
__device__ Moments gather(const float *row, int cols, float pivot)
{
    Moments m = nothing();
    for (int j = threadIdx.x; j < cols; j += THREADS)
        m = merge(m, single(row[j] - pivot));
    return m;
}

// ------------------------------------------------------------- reduction

__device__ inline Moments from_lane_below(const Moments &m, int distance)
{
    Moments r;
    r.n = __shfl_down_sync(0xffffffffu, m.n, distance);
    r.mean = __shfl_down_sync(0xffffffffu, m.mean, distance);
    r.m2 = __shfl_down_sync(0xffffffffu, m.m2, distance);
    r.m3 = __shfl_down_sync(0xffffffffu, m.m3, distance);
    return r;
}

__device__ Moments warp_total(Moments m)
{
    for (int d = 16; d > 0; d >>= 1)
        m = merge(m, from_lane_below(m, d));
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
            total = merge(total, parts[w]);
    return total;
}

// ------------------------------------------------------------- statistics

struct Shape {
    float mean;
    float sigma;
    float skew;
};

__device__ Shape shape_from(const Moments &m, float pivot)
{
    Shape s;
    float variance = m.m2 / m.n;
    s.mean = pivot + m.mean;
    s.sigma = sqrtf(variance);
    s.skew = variance > 0.0f ? (m.m3 / m.n) / (variance * s.sigma) : 0.0f;
    return s;
}

// ------------------------------------------------------------- the kernel

__global__ void shape_of_rows(const float *x, float *mean, float *sigma, float *skew, int cols)
{
    __shared__ Moments parts[WARPS];
    const float *row = x + (size_t)blockIdx.x * cols;

    // any sample of the row will do
    float pivot = row[0];

    // moments about it
    Moments m = gather(row, cols, pivot);
    m = block_total(m, parts);

    // one thread finishes
    if (threadIdx.x == 0) {
        Shape s = shape_from(m, pivot);
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
