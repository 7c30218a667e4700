// fpcheck: sort_readings <<<1, 128>>> x=randn:128 sorted=empty:128 order=empty:128 median=empty:1 n=128
// expect: ok
// why: floats are sorted by bits, but negative ones are inverted and positive ones get the sign bit, which is the order of the numbers; ballots rank stably within the warp
// figure: computed sorted exactly; median one rounding, MPFR the same; at most half an ulp
// Readings sorted by an LSD radix sort of one bit a pass, with their order.
#include <cuda_runtime.h>

#define SIZE 128
#define WARPS (SIZE / 32)

struct Buffers {
    unsigned key[SIZE];
    int index[SIZE];
    int zeros[WARPS];
};

// ------------------------------------------------------------- keys

__device__ inline unsigned key_of(float x)
{
    unsigned u = __float_as_uint(x);
    unsigned mask = (u & 0x80000000u) ? 0xffffffffu : 0x80000000u;
    return u ^ mask;
}

__device__ inline float value_of(unsigned key)
{
    unsigned mask = (key & 0x80000000u) ? 0x80000000u : 0xffffffffu;
    return __uint_as_float(key ^ mask);
}

// ------------------------------------------------------------- ranks

struct Lane {
    int warp;
    int lane;
    unsigned below;
};

__device__ inline Lane where()
{
    Lane l;
    l.warp = threadIdx.x >> 5;
    l.lane = threadIdx.x & 31;
    l.below = (1u << l.lane) - 1u;
    return l;
}

// Zeros of all warps.
__device__ int all_zeros(const Buffers &b)
{
    int total = 0;
    for (int w = 0; w < WARPS; w++)
        total += b.zeros[w];
    return total;
}

// Zeros of the warps before this one.
__device__ int zeros_before(const Buffers &b, int warp)
{
    int total = 0;
    for (int w = 0; w < warp; w++)
        total += b.zeros[w];
    return total;
}

// Place of an element after a pass: zeros first, both in the order they had.
__device__ int destination(const Buffers &b, const Lane &l, unsigned ones, bool one)
{
    int zeros_in_front = zeros_before(b, l.warp) + __popc(~ones & l.below);
    if (!one)
        return zeros_in_front;
    int ones_in_front = (int)threadIdx.x - zeros_in_front;
    return all_zeros(b) + ones_in_front;
}

// ------------------------------------------------------------- passes

__device__ void pass(Buffers &b, int bit)
{
    Lane l = where();
    unsigned key = b.key[threadIdx.x];
    int index = b.index[threadIdx.x];
    bool one = (key >> bit) & 1u;
    unsigned ones = __ballot_sync(0xffffffffu, one);
    if (l.lane == 0)
        b.zeros[l.warp] = 32 - __popc(ones);
    __syncthreads();
    int to = destination(b, l, ones, one);
    b.key[to] = key;
    b.index[to] = index;
    __syncthreads();
}

__device__ void sort(Buffers &b)
{
    for (int bit = 0; bit < 32; bit++)
        pass(b, bit);
}

// ------------------------------------------------------------- loading

// Places beyond the table have the largest key.
__device__ void load(Buffers &b, const float *x, int n)
{
    int i = threadIdx.x;
    b.key[i] = i < n ? key_of(x[i]) : 0xffffffffu;
    b.index[i] = i;
}

// ------------------------------------------------------------- median

__device__ float median_of(const Buffers &b, int n)
{
    float low = value_of(b.key[(n - 1) / 2]);
    float high = value_of(b.key[n / 2]);
    return low + 0.5f * (high - low);
}

// ------------------------------------------------------------- the kernel

__global__ void sort_readings(const float *x, float *sorted, int *order, float *median, int n)
{
    __shared__ Buffers b;
    int i = threadIdx.x;

    // keys
    load(b, x, n);
    __syncthreads();

    // order
    sort(b);

    // results
    if (i < n) {
        sorted[i] = value_of(b.key[i]);
        order[i] = b.index[i];
    }
    if (i == 0)
        median[0] = median_of(b, n);
}

// ------------------------------------------------------------- host

cudaError_t run_sort_readings(const float *x, float *sorted, int *order, float *median, int n)
{
    // device buffers
    float *d_x = nullptr;
    float *d_sorted = nullptr;
    int *d_order = nullptr;
    float *d_median = nullptr;
    cudaMalloc(&d_x, sizeof(float) * (n));
    cudaMalloc(&d_sorted, sizeof(float) * (n));
    cudaMalloc(&d_order, sizeof(int) * (n));
    cudaMalloc(&d_median, sizeof(float) * (1));

    cudaMemcpy(d_x, x, sizeof(float) * (n), cudaMemcpyHostToDevice);
    cudaMemset(d_sorted, 0, sizeof(float) * (n));
    cudaMemset(d_order, 0, sizeof(int) * (n));
    cudaMemset(d_median, 0, sizeof(float) * (1));

    sort_readings<<<1, SIZE>>>(d_x, d_sorted, d_order, d_median, n);
    cudaError_t status = cudaDeviceSynchronize();

    cudaMemcpy(sorted, d_sorted, sizeof(float) * (n), cudaMemcpyDeviceToHost);
    cudaMemcpy(order, d_order, sizeof(int) * (n), cudaMemcpyDeviceToHost);
    cudaMemcpy(median, d_median, sizeof(float) * (1), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_sorted);
    cudaFree(d_order);
    cudaFree(d_median);
    return status;
}
