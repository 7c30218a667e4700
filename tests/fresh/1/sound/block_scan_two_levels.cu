// fpcheck: scan256 <<<4, 256>>> x=uniform(0,1):1024 y=empty:1024 total=empty:4 n=1000
// fpcheck+ add_offsets <<<4, 256>>> out=empty:1024 n=1000
// expect: ok
//
// Inclusive prefix sum of up to 1024 weights for the inversion of a discrete distribution: warps scan by shuffles,
// a block combines its warps through shared memory, a second kernel adds the blocks' offsets.
#define FULL 0xffffffffu
#define THREADS 256
#define WARPS (THREADS / 32)

__device__ __forceinline__ int lane_id()
{
    return threadIdx.x & 31;
}

__device__ __forceinline__ int warp_id()
{
    return threadIdx.x >> 5;
}

// Kogge-Stone within a warp: a lane below d keeps what it has.
__device__ __forceinline__ float warp_inclusive(float v)
{
    const int lane = lane_id();
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        const float o = __shfl_up_sync(FULL, v, d);
        if (lane >= d)
            v += o;
    }
    return v;
}

// The eight warp totals are scanned by the first warp; its lanes past the last warp take part with zeros, because
// a shuffle with a full mask needs all of them.
__device__ __forceinline__ void scan_totals(float* totals)
{
    if (warp_id() == 0) {
        const int lane = lane_id();
        const float t = lane < WARPS ? totals[lane] : 0.0f;
        const float s = warp_inclusive(t);
        if (lane < WARPS)
            totals[lane] = s;
    }
}

__device__ __forceinline__ float block_inclusive(float v, float* totals)
{
    const float w = warp_inclusive(v);
    if (lane_id() == 31)
        totals[warp_id()] = w;
    __syncthreads();
    scan_totals(totals);
    __syncthreads();
    return warp_id() == 0 ? w : w + totals[warp_id() - 1];
}

__global__ void __launch_bounds__(THREADS) scan256(const float* __restrict__ x, float* __restrict__ y,
                                                   float* __restrict__ total, int n)
{
    __shared__ float totals[WARPS];

    const int i = blockIdx.x * THREADS + threadIdx.x;
    // nobody leaves early: barriers and shuffles follow
    const float v = i < n ? x[i] : 0.0f;
    const float s = block_inclusive(v, totals);
    y[i] = s;
    if (threadIdx.x == THREADS - 1)
        total[blockIdx.x] = s;
}

// Few blocks: everybody adds up the totals before its own.
__device__ __forceinline__ float offset_of(const float* total, int block)
{
    float s = 0.0f;
    for (int b = 0; b < block; ++b)
        s += total[b];
    return s;
}

__global__ void __launch_bounds__(THREADS) add_offsets(const float* __restrict__ y, const float* __restrict__ total,
                                                       float* __restrict__ out, int n)
{
    __shared__ float offset;

    if (threadIdx.x == 0)
        offset = offset_of(total, blockIdx.x);
    __syncthreads();

    const int i = blockIdx.x * THREADS + threadIdx.x;
    // the tail repeats the last sum, so that a binary search may run over all 1024
    out[i] = y[i] + offset;
    if (i >= n && blockIdx.x == 0)
        out[i] = y[i];
}

// Depth: 5 additions in a warp, 5 in the scan of totals, one for the warp's offset, up to 3 for the block's. All
// terms are positive, so that the relative error is below 14 eps.
//
// The arrays are padded to a multiple of THREADS; elements of x past n are never read.

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_x = 1024;
    std::vector<float> h_x(n_x);
    for (float& e : h_x)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_x = nullptr;
    cudaMalloc(&d_x, n_x * sizeof(float));
    cudaMemcpy(d_x, h_x.data(), n_x * sizeof(float), cudaMemcpyHostToDevice);

    const int n_y = 1024;
    std::vector<float> h_y(n_y);
    float* d_y = nullptr;
    cudaMalloc(&d_y, n_y * sizeof(float));

    const int n_total = 4;
    std::vector<float> h_total(n_total);
    float* d_total = nullptr;
    cudaMalloc(&d_total, n_total * sizeof(float));

    const int n_out = 1024;
    std::vector<float> h_out(n_out);
    float* d_out = nullptr;
    cudaMalloc(&d_out, n_out * sizeof(float));

    scan256<<<4, 256>>>(d_x, d_y, d_total, 1000);
    add_offsets<<<4, 256>>>(d_y, d_total, d_out, 1000);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_y.data(), d_y, n_y * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_y && i < 8; ++i)
        std::printf("y[%d] = %.9g\n", i, h_y[i]);
    cudaMemcpy(h_total.data(), d_total, n_total * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_total && i < 8; ++i)
        std::printf("total[%d] = %.9g\n", i, h_total[i]);
    cudaMemcpy(h_out.data(), d_out, n_out * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_out && i < 8; ++i)
        std::printf("out[%d] = %.9g\n", i, h_out[i]);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_total);
    cudaFree(d_out);
    return 0;
}
#endif
