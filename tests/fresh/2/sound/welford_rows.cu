// fpcheck: row_variance <<<4, 128>>> x=uniform(1000,1001):4x512 var_out=empty:4 cols=512 ref=var(x,1) --tol rtol=1e-3
// expect: ok
// Row variances with Welford's update per thread and Chan's parallel merge.
//
// The data may have a mean that is large against its standard deviation, so
// that E[x^2] - E[x]^2 is not an option.
#include <cuda_runtime.h>
#include <cstddef>

#define THREADS 128
#define WARPS (THREADS / 32)

/// Count, mean and sum of squared deviations.
struct Welford {
    float n;
    float mean;
    float m2;
};

/// The empty statistic.
__device__ __forceinline__ Welford welford_empty()
{
    Welford w;
    w.n = 0.0f;
    w.mean = 0.0f;
    w.m2 = 0.0f;
    return w;
}

/// Adds one sample.
__device__ __forceinline__ void welford_push(Welford& w, float x)
{
    w.n += 1.0f;
    const float d = x - w.mean;
    w.mean += d / w.n;
    w.m2 += d * (x - w.mean);
}

/// Merges two statistics (Chan et al.).
__device__ __forceinline__ Welford welford_merge(const Welford& a, const Welford& b)
{
    Welford r;
    r.n = a.n + b.n;
    if (r.n == 0.0f) {
        return welford_empty();
    }
    const float d = b.mean - a.mean;
    const float f = b.n / r.n;
    r.mean = a.mean + d * f;
    r.m2 = a.m2 + b.m2 + d * d * a.n * f;
    return r;
}

/// The statistic of lane + offset.
__device__ __forceinline__ Welford welford_shfl_down(const Welford& a, int offset)
{
    Welford r;
    r.n = __shfl_down_sync(0xffffffffu, a.n, offset);
    r.mean = __shfl_down_sync(0xffffffffu, a.mean, offset);
    r.m2 = __shfl_down_sync(0xffffffffu, a.m2, offset);
    return r;
}

/// Merges a warp; valid in lane 0.
__device__ __forceinline__ Welford welford_warp(Welford w)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) {
        w = welford_merge(w, welford_shfl_down(w, o));
    }
    return w;
}

/// One block per row; population variance.
__global__ void row_variance(const float* __restrict__ x, float* __restrict__ var_out, int cols)
{
    __shared__ Welford partial[WARPS];

    const float* row = x + (size_t)blockIdx.x * cols;
    Welford w = welford_empty();
    for (int c = threadIdx.x; c < cols; c += THREADS) {
        welford_push(w, row[c]);
    }

    w = welford_warp(w);
    if ((threadIdx.x & 31) == 0) {
        partial[threadIdx.x >> 5] = w;
    }
    __syncthreads();

    if (threadIdx.x == 0) {
        Welford total = partial[0];
        for (int k = 1; k < WARPS; ++k) {
            total = welford_merge(total, partial[k]);
        }
        var_out[blockIdx.x] = total.m2 / total.n;
    }
}

/// Host launcher with argument checks.
cudaError_t launch_row_variance(const float* d_x,
                                float* d_var,
                                int rows,
                                int cols,
                                cudaStream_t stream)
{
    if (d_x == nullptr || d_var == nullptr) {
        return cudaErrorInvalidDevicePointer;
    }
    if (rows <= 0 || cols <= 0) {
        return cudaErrorInvalidValue;
    }
    row_variance<<<rows, THREADS, 0, stream>>>(d_x, d_var, cols);
    return cudaGetLastError();
}

// Sample variance: multiply with cols / (cols - 1) on the host.
//
// The merge order is fixed, so that results are reproducible.
// Empty rows (cols == 0) are rejected by the launcher.
//
