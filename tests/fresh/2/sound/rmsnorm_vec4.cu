// fpcheck: rmsnorm <<<4, 64>>> x=uniform(-3,3):4x512 g=uniform(0.5,1.5):512 y=empty:4x512 cols=512 eps=1e-6
// expect: ok
// RMSNorm in float with 128-bit accesses and one block per row.
//
// Features
//   * float4 loads and stores, the row is kept in registers between the two
//     phases (no second read from memory)
//   * two-level reduction: shuffles, then shared memory
//   * all threads take part in the barriers
#include <cuda_runtime.h>
#include <cstddef>

namespace {

constexpr int kThreads = 64;
constexpr int kWarps = kThreads / 32;
constexpr int kMaxVectors = 8;   // up to 64 * 8 * 4 = 2048 columns

/// Sum of squares of a vector.
__device__ __forceinline__ float sum_squares(const float4& v)
{
    float s = v.x * v.x;
    s = fmaf(v.y, v.y, s);
    s = fmaf(v.z, v.z, s);
    s = fmaf(v.w, v.w, s);
    return s;
}

/// v * g * f, element by element.
__device__ __forceinline__ float4 scale(const float4& v, const float4& g, float f)
{
    float4 r;
    r.x = v.x * f * g.x;
    r.y = v.y * f * g.y;
    r.z = v.z * f * g.z;
    r.w = v.w * f * g.w;
    return r;
}

/// Sum over the block, the same value in every thread.
__device__ float block_sum(float v)
{
    __shared__ float partial[kWarps];
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) {
        v += __shfl_xor_sync(0xffffffffu, v, o);
    }
    if ((threadIdx.x & 31) == 0) {
        partial[threadIdx.x >> 5] = v;
    }
    __syncthreads();
    float total = 0.0f;
#pragma unroll
    for (int w = 0; w < kWarps; ++w) {
        total += partial[w];
    }
    return total;
}

}  // namespace

__global__ void rmsnorm(const float* __restrict__ x,
                        const float* __restrict__ g,
                        float* __restrict__ y,
                        int cols,
                        float eps)
{
    const float4* row = reinterpret_cast<const float4*>(x + (size_t)blockIdx.x * cols);
    const float4* gain = reinterpret_cast<const float4*>(g);
    float4* out = reinterpret_cast<float4*>(y + (size_t)blockIdx.x * cols);
    const int vectors = cols / 4;

    float4 cache[kMaxVectors];
    float sq = 0.0f;
#pragma unroll
    for (int k = 0; k < kMaxVectors; ++k) {
        const int v = threadIdx.x + k * kThreads;
        if (v < vectors) {
            cache[k] = row[v];
            sq += sum_squares(cache[k]);
        }
    }

    const float mean_sq = block_sum(sq) / (float)cols;
    const float f = rsqrtf(mean_sq + eps);

#pragma unroll
    for (int k = 0; k < kMaxVectors; ++k) {
        const int v = threadIdx.x + k * kThreads;
        if (v < vectors) {
            out[v] = scale(cache[k], gain[v], f);
        }
    }
}

/// Host launcher. cols must be a multiple of 4 and at most 2048.
cudaError_t launch_rmsnorm(const float* d_x,
                           const float* d_g,
                           float* d_y,
                           int rows,
                           int cols,
                           float eps,
                           cudaStream_t stream)
{
    if (rows <= 0 || cols <= 0 || cols % 4 != 0 || cols > kThreads * kMaxVectors * 4) {
        return cudaErrorInvalidValue;
    }
    rmsnorm<<<rows, kThreads, 0, stream>>>(d_x, d_g, d_y, cols, eps);
    return cudaGetLastError();
}

// Cost: one read and one write of the activations, one read of the gains.
//
// The reduction order is fixed (it depends on the launch configuration only),
// so that results are reproducible from run to run.
//
// eps goes inside of the square root, as in the reference implementation:
//
//     y = x * g / sqrt(mean(x^2) + eps)
// Registers: 8 vectors of 4 floats for the row, which is why cols is limited.
