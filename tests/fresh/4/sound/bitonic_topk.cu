// fpcheck: topk_mean <<<2, 128>>> x=randn:2x128 sorted=empty:2x128 top=empty:2 k=8
// expect: ok
#include <cuda_runtime.h>

// Mean of the k largest of 128 values per block: an order-preserving integer key, bitonic
// sort in shared memory, sum of the tail.

#define COUNT 128

__device__ __forceinline__ unsigned key_of(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned flip = (unsigned)((int)u >> 31) | 0x80000000u;
    return u ^ flip;
}

__device__ __forceinline__ float value_of(unsigned k)
{
    unsigned flip = (k & 0x80000000u) ? 0x80000000u : 0xffffffffu;
    return __uint_as_float(k ^ flip);
}

__device__ __forceinline__ void order(unsigned& a, unsigned& b, bool up)
{
    bool swap = up ? a > b : a < b;
    if (swap) {
        unsigned t = a;
        a = b;
        b = t;
    }
}

__device__ void compare_exchange(unsigned* s, int i, int step, int size)
{
    int partner = i ^ step;
    if (partner > i) {
        bool up = (i & size) == 0;
        unsigned a = s[i];
        unsigned b = s[partner];
        order(a, b, up);
        s[i] = a;
        s[partner] = b;
    }
}

__device__ void bitonic(unsigned* s)
{
    int i = threadIdx.x;
    for (int size = 2; size <= COUNT; size <<= 1) {
        for (int step = size >> 1; step > 0; step >>= 1) {
            __syncthreads();
            compare_exchange(s, i, step, size);
        }
    }
    __syncthreads();
}

__device__ void load_keys(unsigned* s, const float* x)
{
    s[threadIdx.x] = key_of(x[threadIdx.x]);
}

__device__ void store_sorted(const unsigned* s, float* out)
{
    out[threadIdx.x] = value_of(s[threadIdx.x]);
}

__device__ float tail_sum(const unsigned* s, int k)
{
    // first warp only; k may be anything up to COUNT
    float v = 0.0f;
    for (int j = COUNT - 1 - (int)threadIdx.x; j >= COUNT - k; j -= 32)
        v += value_of(s[j]);
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__device__ bool is_sorted(const unsigned* s)
{
    int i = threadIdx.x;
    int bad = i + 1 < COUNT && s[i] > s[i + 1];
    return __syncthreads_or(bad) == 0;
}

__device__ int clamp_k(int k)
{
    if (k < 1)
        return 1;
    if (k > COUNT)
        return COUNT;
    return k;
}

__global__ void __launch_bounds__(128) topk_mean(const float* x, float* sorted, float* top, int k)
{
    __shared__ unsigned s[COUNT];
    const float* row = x + blockIdx.x * COUNT;

    // 1. keys whose unsigned order is the order of the floats
    load_keys(s, row);
    __syncthreads();

    // 2. sort, ascending
    bitonic(s);

    // 3. the sorted row
    store_sorted(s, sorted + blockIdx.x * COUNT);

    // 4. mean of the k largest
    k = clamp_k(k);
    if (threadIdx.x < 32) {
        float sum = tail_sum(s, k);
        if (threadIdx.x == 0)
            top[blockIdx.x] = sum / (float)k;
    }
}

// ---- checks used in debugging, not launched here ------------------------------------------
__global__ void check_sorted(const float* sorted, int* ok)
{
    __shared__ unsigned s[COUNT];
    s[threadIdx.x] = key_of(sorted[blockIdx.x * COUNT + threadIdx.x]);
    __syncthreads();
    bool good = is_sorted(s);
    if (threadIdx.x == 0)
        ok[blockIdx.x] = good ? 1 : 0;
}

// position of a value in a sorted row: lower bound
__device__ int lower_bound(const float* row, float v)
{
    int lo = 0;
    int hi = COUNT;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (row[mid] < v)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

__global__ void ranks(const float* sorted, const float* probe, int* rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rank[i] = lower_bound(sorted, probe[i]);
}

// median of a sorted row
__global__ void medians(const float* sorted, float* median, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        const float* row = sorted + r * COUNT;
        median[r] = 0.5f * (row[COUNT / 2 - 1] + row[COUNT / 2]);
    }
}

// interquartile range, by linear interpolation between order statistics
__device__ float quantile(const float* row, float q)
{
    float p = q * (float)(COUNT - 1);
    int lo = (int)p;
    int hi = lo + 1 < COUNT ? lo + 1 : COUNT - 1;
    float f = p - (float)lo;
    return row[lo] + f * (row[hi] - row[lo]);
}

__global__ void spreads(const float* sorted, float* iqr, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        const float* row = sorted + r * COUNT;
        iqr[r] = quantile(row, 0.75f) - quantile(row, 0.25f);
    }
}

// how many of a row are at least a threshold
__global__ void counts_above(const float* sorted, float threshold, int* count, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows)
        count[r] = COUNT - lower_bound(sorted + r * COUNT, threshold);
}

// winsorised mean: what lies outside [q, 1 - q] is moved to the border
__global__ void winsorised(const float* sorted, float q, float* mean, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float* row = sorted + r * COUNT;
    float lo = quantile(row, q), hi = quantile(row, 1.0f - q), s = 0.0f;
    for (int i = 0; i < COUNT; ++i)
        s += fminf(fmaxf(row[i], lo), hi);
    mean[r] = s / (float)COUNT;
}
