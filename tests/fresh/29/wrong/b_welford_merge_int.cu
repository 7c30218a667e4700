// fpcheck: channel_statistics <<<3, 128>>> frames=@b_welford_frames.npy mean=empty:3 variance=empty:3 n=200 --ref 'variance=var(frames, 1)' --tol rtol=1e-4,atol=0
// expect: error mismatch at line 58
// why: the weight of the merge is an integer division: 1 * 1 / 2 is 0, 2 * 1 / 3 is 0
// figure: variance[0] computed 0.8737564, MPFR 0.9755971570684977
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Per-channel mean and variance of sensor frames with Welford's algorithm: one pass over
// the data, partial statistics merged over the warp and then over the block (Chan et al.).

#define BLOCK_SIZE 128
#define WARP_SIZE 32
#define NUM_WARPS (BLOCK_SIZE / WARP_SIZE)
#define FULL_MASK 0xffffffffu

struct WelfordStats {
    float mean;
    float m2;    // sum of squared deviations from the mean
    int count;
};

// -----------------------------------------------------------------------------
// Streaming update
// -----------------------------------------------------------------------------

__device__ __forceinline__ WelfordStats welford_empty()
{
    WelfordStats s;
    s.mean = 0.0f;
    s.m2 = 0.0f;
    s.count = 0;
    return s;
}

__device__ __forceinline__ void welford_add(WelfordStats &s, float x)
{
    s.count += 1;
    float delta = x - s.mean;
    s.mean += delta / (float)s.count;
    s.m2 += delta * (x - s.mean);
}

// -----------------------------------------------------------------------------
// Merge of two partial results
// -----------------------------------------------------------------------------

__device__ __forceinline__ WelfordStats welford_merge(WelfordStats a, WelfordStats b)
{
    int n = a.count + b.count;
    if (n == 0)
        return a;
    float delta = b.mean - a.mean;
    WelfordStats r;
    r.count = n;
    r.mean = a.mean + delta * (float)b.count / (float)n;
    r.m2 = a.m2 + b.m2 + delta * delta * (a.count * b.count / n);
    return r;
}

// -----------------------------------------------------------------------------
// Warp and block reductions
// -----------------------------------------------------------------------------

__device__ __forceinline__ WelfordStats welford_shfl_down(WelfordStats s, int offset)
{
    WelfordStats o;
    o.mean = __shfl_down_sync(FULL_MASK, s.mean, offset);
    o.m2 = __shfl_down_sync(FULL_MASK, s.m2, offset);
    o.count = __shfl_down_sync(FULL_MASK, s.count, offset);
    return o;
}

// The result is right in lane 0; the others merge what they already have.
__device__ WelfordStats welford_warp_reduce(WelfordStats s)
{
#pragma unroll
    for (int offset = WARP_SIZE / 2; offset > 0; offset >>= 1)
        s = welford_merge(s, welford_shfl_down(s, offset));
    return s;
}

__device__ WelfordStats welford_block_reduce(WelfordStats s)
{
    __shared__ WelfordStats warp_stats[NUM_WARPS];

    int lane = threadIdx.x % WARP_SIZE;
    int warp = threadIdx.x / WARP_SIZE;

    s = welford_warp_reduce(s);
    if (lane == 0)
        warp_stats[warp] = s;
    __syncthreads();

    // First warp reduces the partial results of all warps
    if (warp == 0) {
        s = lane < NUM_WARPS ? warp_stats[lane] : welford_empty();
        s = welford_warp_reduce(s);
    }
    return s;
}

// -----------------------------------------------------------------------------
// Kernel: one block per channel
// -----------------------------------------------------------------------------

/**
 * @param frames    samples, channel-major                [channels x n]
 * @param mean      mean of each channel                  [channels]
 * @param variance  population variance of each channel   [channels]
 */
__global__ void channel_statistics(const float *__restrict__ frames, float *__restrict__ mean,
                                   float *__restrict__ variance, int n)
{
    const float *x = frames + (size_t)blockIdx.x * n;

    WelfordStats s = welford_empty();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        welford_add(s, x[i]);

    s = welford_block_reduce(s);

    if (threadIdx.x == 0) {
        mean[blockIdx.x] = s.mean;
        variance[blockIdx.x] = s.m2 / (float)s.count;
    }
}

// Host launcher
void launch_statistics(const float *frames, float *mean, float *variance, int channels, int n)
{
    channel_statistics<<<channels, BLOCK_SIZE>>>(frames, mean, variance, n);
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
    const int channels = 3, n = 200;
    float *frames, *mean, *variance;
    CUDA_CHECK(cudaMallocManaged(&frames, channels * n * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&mean, channels * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&variance, channels * sizeof(float)));
    for (int i = 0; i < channels * n; i++)
        frames[i] = (float)(rand() % 1000);
    launch_statistics(frames, mean, variance, channels, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int c = 0; c < channels; c++)
        printf("channel %d: mean %f variance %f\n", c, mean[c], variance[c]);
    return 0;
}
