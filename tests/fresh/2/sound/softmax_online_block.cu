// fpcheck: softmax_online <<<4, 64>>> x=uniform(-30,30):4x200 y=empty:4x200 cols=200 ref=softmax(x,1) --tol rtol=1e-4,atol=1e-7
// expect: ok
// Online softmax: one pass for (max, sum), one pass to write.
//
// The running sum is rescaled whenever the running maximum grows. Lanes that
// saw no element carry (-inf, 0); merging two such pairs is guarded.
#include <cuda_runtime.h>
#include <math_constants.h>

#define THREADS 64
#define WARPS (THREADS / 32)

/// Running maximum and sum of exp(x - max).
struct State {
    float m;
    float s;
};

/// The neutral element.
__device__ __forceinline__ State neutral()
{
    State r;
    r.m = -CUDART_INF_F;
    r.s = 0.0f;
    return r;
}

/// Merges two states. exp(-inf - -inf) would be NaN, so that an empty state is
/// returned as it is.
__device__ __forceinline__ State merge(State a, State b)
{
    State r;
    r.m = fmaxf(a.m, b.m);
    if (r.m == -CUDART_INF_F) {
        r.s = 0.0f;
        return r;
    }
    r.s = a.s * __expf(a.m - r.m) + b.s * __expf(b.m - r.m);
    return r;
}

/// Adds one element.
__device__ __forceinline__ State push(State a, float x)
{
    State r;
    r.m = fmaxf(a.m, x);
    r.s = a.s * expf(a.m - r.m) + expf(x - r.m);
    return r;
}

/// Merges the states of a warp.
__device__ __forceinline__ State warp_merge(State v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) {
        State other;
        other.m = __shfl_xor_sync(0xffffffffu, v.m, o);
        other.s = __shfl_xor_sync(0xffffffffu, v.s, o);
        v = merge(v, other);
    }
    return v;
}

/// One block per row.
__global__ void softmax_online(const float* __restrict__ x, float* __restrict__ y, int cols)
{
    __shared__ float sm[WARPS];
    __shared__ float ss[WARPS];

    const float* row = x + (size_t)blockIdx.x * cols;
    float* out = y + (size_t)blockIdx.x * cols;

    State v = neutral();
    for (int c = threadIdx.x; c < cols; c += THREADS) {
        v = push(v, row[c]);
    }
    v = warp_merge(v);

    if ((threadIdx.x & 31) == 0) {
        sm[threadIdx.x >> 5] = v.m;
        ss[threadIdx.x >> 5] = v.s;
    }
    __syncthreads();

    State total = neutral();
#pragma unroll
    for (int w = 0; w < WARPS; ++w) {
        State other;
        other.m = sm[w];
        other.s = ss[w];
        total = merge(total, other);
    }

    const float inv = 1.0f / total.s;
    for (int c = threadIdx.x; c < cols; c += THREADS) {
        out[c] = expf(row[c] - total.m) * inv;
    }
}

/// Host launcher.
///
/// @param d_x   input logits, rows x cols, row-major
/// @param d_y   output probabilities, rows x cols
/// @param rows  number of rows (one block each)
/// @param cols  number of columns, any positive value
inline cudaError_t launch_softmax_online(const float* d_x,
                                         float* d_y,
                                         int rows,
                                         int cols,
                                         cudaStream_t stream = nullptr)
{
    if (rows <= 0 || cols <= 0) {
        return cudaErrorInvalidValue;
    }
    softmax_online<<<rows, THREADS, 0, stream>>>(d_x, d_y, cols);
    return cudaGetLastError();
}

// Memory traffic: 2 reads and 1 write per element. For rows that fit into
// shared memory a variant that stages the row would save one of the reads.
