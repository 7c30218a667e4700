// fpcheck: quantiles <<<4, 128>>> x=uniform(10,20):4x200 lower=empty:4 median=empty:4 upper=empty:4 trimmed=empty:4 winsor=empty:4 n=200
// expect: error uninitialised at line 27: elements beyond the row are never set (loading skips them), and the sort compares and moves them into the row
#include <cuda_runtime.h>

// Robust statistics of each row (up to 256 values): quartiles, median, trimmed
// and winsorised mean from a bitonic sort in shared memory.  Positions are
// rational numbers in integers, so no index is rounded.

constexpr int CAPACITY = 256;
constexpr int THREADS = 128;

// ---------------------------------------------------------------------------
// Sorting
// ---------------------------------------------------------------------------

__device__ __forceinline__ void order(float& a, float& b, bool ascending) {
    float lo = fminf(a, b);
    float hi = fmaxf(a, b);
    a = ascending ? lo : hi;
    b = ascending ? hi : lo;
}

__device__ void compare_exchange(float* s, int stage, int step) {
    int t = threadIdx.x;
    int i = 2 * step * (t / step) + (t % step);
    bool ascending = (i & stage) == 0;
    order(s[i], s[i + step], ascending);
}

// 128 threads own 128 disjoint pairs in every step.
__device__ void bitonic_sort(float* s) {
    for (int stage = 2; stage <= CAPACITY; stage <<= 1) {
        for (int step = stage / 2; step > 0; step >>= 1) {
            compare_exchange(s, stage, step);
            __syncthreads();
        }
    }
}

// ---------------------------------------------------------------------------
// Loading
// ---------------------------------------------------------------------------

__device__ void load_row(float* s, const float* row, int n) {
    for (int i = threadIdx.x; i < CAPACITY; i += THREADS) {
        if (i < n) s[i] = row[i];
    }
    __syncthreads();
}

// ---------------------------------------------------------------------------
// Order statistics
// ---------------------------------------------------------------------------

// Position num/den of the way from the first to the last element, as a whole
// index and a fraction rest/den.
struct Position {
    int index;
    int rest;
    int den;
};

__device__ Position position_of(int n, int num, int den) {
    Position p;
    int scaled = (n - 1) * num;
    p.index = scaled / den;
    p.rest = scaled % den;
    p.den = den;
    return p;
}

__device__ float at(const float* s, const Position& p) {
    float a = s[p.index];
    if (p.rest == 0) return a;
    float b = s[p.index + 1];
    float w = (float)p.rest / (float)p.den;
    return a + w * (b - a);
}

__device__ __forceinline__ float quantile(const float* s, int n, int num, int den) {
    return at(s, position_of(n, num, den));
}

// ---------------------------------------------------------------------------
// Reduction
// ---------------------------------------------------------------------------

__device__ __forceinline__ float warp_sum(float v) {
    for (int o = 16; o > 0; o >>= 1) {
        v += __shfl_down_sync(0xffffffffu, v, o);
    }
    return v;
}

__device__ float block_sum(float v, float* parts) {
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    v = warp_sum(v);
    if (lane == 0) parts[warp] = v;
    __syncthreads();
    float total = 0.0f;
    if (warp == 0) {
        float w = lane < THREADS / 32 ? parts[lane] : 0.0f;
        total = warp_sum(w);
    }
    __syncthreads();
    return total;  // in thread 0
}

// ---------------------------------------------------------------------------
// Means that outliers do not move
// ---------------------------------------------------------------------------

__device__ __forceinline__ int cut_of(int n) {
    return n / 10;
}

__device__ float trimmed_sum(const float* s, int n) {
    int cut = cut_of(n);
    float sum = 0.0f;
    for (int i = cut + threadIdx.x; i < n - cut; i += THREADS) {
        sum += s[i];
    }
    return sum;
}

__device__ float winsor_sum(const float* s, int n) {
    int cut = cut_of(n);
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += THREADS) {
        int k = min(n - 1 - cut, max(cut, i));
        sum += s[k];
    }
    return sum;
}

// ---------------------------------------------------------------------------
// Results of one row
// ---------------------------------------------------------------------------

struct Summary {
    float lower;
    float median;
    float upper;
};

__device__ Summary summarise(const float* s, int n) {
    Summary r;
    r.lower = quantile(s, n, 1, 4);
    r.median = quantile(s, n, 1, 2);
    r.upper = quantile(s, n, 3, 4);
    return r;
}

// ---------------------------------------------------------------------------
// Kernel: one block a row
// ---------------------------------------------------------------------------

__global__ void quantiles(const float* __restrict__ x, float* __restrict__ lower,
                          float* __restrict__ median, float* __restrict__ upper,
                          float* __restrict__ trimmed, float* __restrict__ winsor, int n) {
    __shared__ float s[CAPACITY];
    __shared__ float parts[THREADS / 32];

    const float* row = x + (size_t)blockIdx.x * n;

    load_row(s, row, n);
    bitonic_sort(s);

    float inner = block_sum(trimmed_sum(s, n), parts);
    float pulled = block_sum(winsor_sum(s, n), parts);

    if (threadIdx.x == 0) {
        Summary r = summarise(s, n);
        lower[blockIdx.x] = r.lower;
        median[blockIdx.x] = r.median;
        upper[blockIdx.x] = r.upper;

        int kept = n - 2 * cut_of(n);
        trimmed[blockIdx.x] = inner / (float)kept;
        winsor[blockIdx.x] = pulled / (float)n;
    }
}
