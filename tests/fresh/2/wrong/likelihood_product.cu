// fpcheck: log_likelihood <<<4, 64>>> p=uniform(0.01,0.2):4x64 out=empty:4 cols=64 ref=sum(log(p),1) --tol rtol=1e-4
// expect: error underflow at line 33: the product of 64 probabilities near 0.1 underflows to 0, whose log is -inf
// Log-likelihood of independent events, one block per sequence.
//
// Optimisation notes:
//   - a single logf per block instead of one per event
//   - the product is reduced with warp shuffles first and shared memory second
//   - no atomics, deterministic order
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

constexpr int kWarpSize = 32;
constexpr unsigned kFullMask = 0xffffffffu;

#define CUDA_CHECK(call)                                                        \
    do {                                                                        \
        cudaError_t err__ = (call);                                             \
        if (err__ != cudaSuccess) {                                             \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                  \
                    cudaGetErrorString(err__));                                 \
            exit(EXIT_FAILURE);                                                 \
        }                                                                       \
    } while (0)

/// Multiplies a value over all lanes of a warp.
__device__ __forceinline__ float warp_reduce_product(float v)
{
#pragma unroll
    for (int offset = kWarpSize / 2; offset > 0; offset >>= 1) {
        v *= __shfl_down_sync(kFullMask, v, offset);
    }
    return v;
}

/// Multiplies a value over a whole block. The result is valid in thread 0.
__device__ float block_reduce_product(float v)
{
    __shared__ float partial[kWarpSize];

    const int lane = threadIdx.x % kWarpSize;
    const int warp = threadIdx.x / kWarpSize;
    const int warps = (blockDim.x + kWarpSize - 1) / kWarpSize;

    v = warp_reduce_product(v);
    if (lane == 0) {
        partial[warp] = v;
    }
    __syncthreads();

    // 1 is the neutral element for lanes without a partial product.
    v = threadIdx.x < warps ? partial[lane] : 1.0f;
    if (warp == 0) {
        v = warp_reduce_product(v);
    }
    return v;
}

/// One block per row of the probability matrix.
__global__ void log_likelihood(const float* __restrict__ p, float* __restrict__ out, int cols)
{
    const float* row = p + static_cast<size_t>(blockIdx.x) * cols;

    float product = 1.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        product *= row[c];
    }

    product = block_reduce_product(product);

    if (threadIdx.x == 0) {
        out[blockIdx.x] = logf(product);
    }
}

/// Host launcher.
///
/// @param d_p     device pointer, rows * cols probabilities in (0, 1]
/// @param d_out   device pointer, one log-likelihood per row
/// @param rows    number of sequences
/// @param cols    number of events per sequence
/// @param stream  CUDA stream
///
/// The block size only has to be a multiple of the warp size; 64 threads are
/// enough for short sequences and keep the tail of the reduction cheap.
void launch_log_likelihood(const float* d_p, float* d_out, int rows, int cols, cudaStream_t stream)
{
    const int threads = cols >= 256 ? 256 : 64;
    log_likelihood<<<rows, threads, 0, stream>>>(d_p, d_out, cols);
    CUDA_CHECK(cudaGetLastError());
}

#ifdef LOG_LIKELIHOOD_MAIN
int main()
{
    const int rows = 1024;
    const int cols = 64;
    std::vector<float> h_p(rows * cols);
    for (auto& v : h_p) {
        v = 0.5f + 0.5f * static_cast<float>(rand()) / RAND_MAX;
    }

    float* d_p = nullptr;
    float* d_out = nullptr;
    CUDA_CHECK(cudaMalloc(&d_p, h_p.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_out, rows * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_p, h_p.data(), h_p.size() * sizeof(float), cudaMemcpyHostToDevice));

    launch_log_likelihood(d_p, d_out, rows, cols, 0);

    std::vector<float> h_out(rows);
    CUDA_CHECK(cudaMemcpy(h_out.data(), d_out, rows * sizeof(float), cudaMemcpyDeviceToHost));
    printf("first: %g\n", h_out[0]);

    CUDA_CHECK(cudaFree(d_p));
    CUDA_CHECK(cudaFree(d_out));
    return 0;
}
#endif
