// fpcheck: column_stats <<<4, 128>>> x=uniform(0,1):4x600 bias=uniform(0,50):128 mean=empty:4 variance=empty:4 smallest=empty:4 largest=empty:4 grade=empty:4 n=600 --ref variance=var(x,1) --tol rtol=0.005
// expect: error mismatch with reference at line 53: count_b / count is a division of integers, 0 for every merge of parts, so the means are never mixed
#include <cuda_runtime.h>

// Mean, sample variance and range of each row of measurements: Welford in the
// threads, merged by Chan's formula through shuffles and shared memory.

constexpr int THREADS = 128;
constexpr int WARP = 32;
constexpr int WARPS = THREADS / WARP;

struct Stats {
    int count;
    float mean;
    float m2;
    float lo;
    float hi;
};

// ---------------------------------------------------------------------------
// One value at a time
// ---------------------------------------------------------------------------

__device__ __forceinline__ Stats empty_stats() {
    Stats s;
    s.count = 0;
    s.mean = 0.0f;
    s.m2 = 0.0f;
    s.lo = INFINITY;
    s.hi = -INFINITY;
    return s;
}

__device__ __forceinline__ void push(Stats& s, float v) {
    s.count += 1;
    float d = v - s.mean;
    s.mean += d / (float)s.count;
    s.m2 += d * (v - s.mean);
    s.lo = fminf(s.lo, v);
    s.hi = fmaxf(s.hi, v);
}

// ---------------------------------------------------------------------------
// Merging two parts
// ---------------------------------------------------------------------------

__device__ Stats merge(const Stats& a, const Stats& b) {
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    Stats r;
    r.count = a.count + b.count;
    float delta = b.mean - a.mean;
    float share = b.count / r.count;
    r.mean = a.mean + delta * share;
    r.m2 = a.m2 + b.m2 + delta * delta * (float)a.count * share;
    r.lo = fminf(a.lo, b.lo);
    r.hi = fmaxf(a.hi, b.hi);
    return r;
}

// ---------------------------------------------------------------------------
// Within a warp: the lower lane collects what lies above it.  Only lane 0 has
// the statistics of the whole warp at the end.
// ---------------------------------------------------------------------------

__device__ __forceinline__ Stats shuffle_down(const Stats& s, int offset) {
    Stats r;
    r.count = __shfl_down_sync(0xffffffffu, s.count, offset);
    r.mean = __shfl_down_sync(0xffffffffu, s.mean, offset);
    r.m2 = __shfl_down_sync(0xffffffffu, s.m2, offset);
    r.lo = __shfl_down_sync(0xffffffffu, s.lo, offset);
    r.hi = __shfl_down_sync(0xffffffffu, s.hi, offset);
    return r;
}

// Parts that saw nothing stay empty: their infinities never meet in a
// subtraction.
__device__ __forceinline__ bool nothing(const Stats& s) {
    return s.count == 0;
}

__device__ Stats warp_merge(Stats s) {
    for (int o = WARP / 2; o > 0; o >>= 1) {
        Stats other = shuffle_down(s, o);
        s = merge(s, other);
    }
    return s;
}

// ---------------------------------------------------------------------------
// Within a block
// ---------------------------------------------------------------------------

__device__ Stats block_merge(Stats s, Stats* parts) {
    int lane = threadIdx.x % WARP;
    int warp = threadIdx.x / WARP;
    s = warp_merge(s);
    if (lane == 0) parts[warp] = s;
    __syncthreads();
    Stats r = parts[0];
    if (threadIdx.x == 0) {
        for (int w = 1; w < WARPS; ++w) r = merge(r, parts[w]);
    }
    __syncthreads();
    return r;
}

// ---------------------------------------------------------------------------
// Calibration of the instrument: a polynomial with small coefficients whose
// linear term is one; readings outside of the range are clamped first.
// ---------------------------------------------------------------------------

__device__ __forceinline__ float clamp_reading(float v) {
    if (v < 0.0f) return 0.0f;
    if (v > 1.0f) return 1.0f;
    return v;
}

__device__ __forceinline__ float calibrate(float v) {
    const float c0 = 0.0f;
    const float c1 = 1.0f;
    const float c2 = 0.0f;
    float w = clamp_reading(v);
    return fmaf(fmaf(c2, w, c1), w, c0);
}

// ---------------------------------------------------------------------------
// Offsets of the channels: subtracted and added again, exactly representable
// powers of two only, so that nothing is rounded.
// ---------------------------------------------------------------------------

__device__ __forceinline__ float channel_gain(float b) {
    int e = 0;
    float g = frexpf(b + 1.0f, &e);
    (void)g;
    return ldexpf(1.0f, e & 3);
}

// A power of two: the product is exact.
__device__ __forceinline__ float apply_gain(float v, float g) {
    return v * g;
}

__device__ __forceinline__ float remove_gain(float v, float g) {
    return v / g;
}

// ---------------------------------------------------------------------------
// Results of one row: the divisor of the variance is the count less one, and
// rows with a single reading have none.
// ---------------------------------------------------------------------------

__device__ __forceinline__ float sample_variance(const Stats& s) {
    return s.count > 1 ? s.m2 / (float)(s.count - 1) : 0.0f;
}

__device__ __forceinline__ void store(const Stats& s, int row, float* mean, float* variance,
                                      float* smallest, float* largest) {
    mean[row] = s.mean;
    variance[row] = sample_variance(s);
    smallest[row] = s.lo;
    largest[row] = s.hi;
}

// ---------------------------------------------------------------------------
// Grade of a row by its range: plain comparisons against wide limits.
// ---------------------------------------------------------------------------

__device__ __forceinline__ int grade_of(const Stats& s) {
    float range = s.hi - s.lo;
    if (nothing(s)) return -1;
    if (range < 0.125f) return 0;
    if (range < 0.5f) return 1;
    return 2;
}

// ---------------------------------------------------------------------------
// Kernel: one block a row
// ---------------------------------------------------------------------------

__global__ void column_stats(const float* __restrict__ x, const float* __restrict__ bias,
                             float* __restrict__ mean, float* __restrict__ variance,
                             float* __restrict__ smallest, float* __restrict__ largest,
                             int* __restrict__ grade, int n) {
    __shared__ Stats parts[WARPS];

    const float* row = x + (size_t)blockIdx.x * n;
    float gain = channel_gain(bias[threadIdx.x]);

    Stats mine = empty_stats();
    for (int i = threadIdx.x; i < n; i += THREADS) {
        float v = calibrate(row[i]);
        v = apply_gain(v, gain);
        v = remove_gain(v, gain);
        push(mine, v);
    }

    Stats all = block_merge(mine, parts);
    if (threadIdx.x == 0) {
        store(all, blockIdx.x, mean, variance, smallest, largest);
        grade[blockIdx.x] = grade_of(all);
    }
}
