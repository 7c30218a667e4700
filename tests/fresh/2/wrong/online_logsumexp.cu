// fpcheck: streaming_logsumexp <<<4, 64>>> x=uniform(-20,20):4x256 out=empty:4 cols=256 ref=log(sum(exp(x),1)) --tol rtol=1e-4
// expect: error mismatch with reference at line 37: the running sum is rescaled by exp(new - old) instead of exp(old - new)
// Single-pass ("online") log-sum-exp over the rows of a matrix.
//
// Each thread keeps a running (max, sum) pair; the pairs are merged with warp
// shuffles and then across warps through shared memory. Every element is read
// exactly once, with 128-bit loads.
#include <cuda_runtime.h>
#include <cmath>
#include <cfloat>

namespace {

constexpr int kThreads = 64;
constexpr int kWarps = kThreads / 32;
constexpr unsigned kMask = 0xffffffffu;

/// Running maximum and sum of exp(x - max).
struct MaxSum {
    float max;
    float sum;
};

/// The empty pair.
__device__ __forceinline__ MaxSum empty_pair()
{
    MaxSum p;
    p.max = -FLT_MAX;
    p.sum = 0.0f;
    return p;
}

/// Adds one element to a running pair.
__device__ __forceinline__ void push(MaxSum& p, float x)
{
    if (x > p.max) {
        p.sum = p.sum * expf(fminf(x - p.max, 80.0f)) + 1.0f;
        p.max = x;
    } else {
        p.sum += expf(x - p.max);
    }
}

/// Merges two pairs.
__device__ __forceinline__ MaxSum merge(const MaxSum& a, const MaxSum& b)
{
    MaxSum r;
    r.max = fmaxf(a.max, b.max);
    r.sum = a.sum * expf(a.max - r.max) + b.sum * expf(b.max - r.max);
    return r;
}

/// Merges the pairs of a warp; every lane gets the result.
__device__ __forceinline__ MaxSum warp_merge(MaxSum p)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) {
        MaxSum other;
        other.max = __shfl_xor_sync(kMask, p.max, offset);
        other.sum = __shfl_xor_sync(kMask, p.sum, offset);
        p = merge(p, other);
    }
    return p;
}

/// Merges the pairs of a block; valid in every thread.
__device__ MaxSum block_merge(MaxSum p)
{
    __shared__ float s_max[kWarps];
    __shared__ float s_sum[kWarps];

    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;

    p = warp_merge(p);
    if (lane == 0) {
        s_max[warp] = p.max;
        s_sum[warp] = p.sum;
    }
    __syncthreads();

    MaxSum total;
    total.max = s_max[0];
    total.sum = s_sum[0];
    for (int w = 1; w < kWarps; ++w) {
        MaxSum other;
        other.max = s_max[w];
        other.sum = s_sum[w];
        total = merge(total, other);
    }
    return total;
}

}  // namespace

/// One block per row; cols must be a multiple of 4.
__global__ void streaming_logsumexp(const float* __restrict__ x, float* __restrict__ out, int cols)
{
    const float4* row = reinterpret_cast<const float4*>(x + (size_t)blockIdx.x * cols);
    const int vectors = cols / 4;

    MaxSum p = empty_pair();
    for (int v = threadIdx.x; v < vectors; v += kThreads) {
        const float4 q = row[v];
        push(p, q.x);
        push(p, q.y);
        push(p, q.z);
        push(p, q.w);
    }

    p = block_merge(p);

    if (threadIdx.x == 0) {
        out[blockIdx.x] = p.max + logf(p.sum);
    }
}

/// Host launcher: one block per row.
void streaming_logsumexp_host(const float* d_x, float* d_out, int rows, int cols)
{
    streaming_logsumexp<<<rows, kThreads>>>(d_x, d_out, cols);
}
