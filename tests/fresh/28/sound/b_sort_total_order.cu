// fpcheck: make_scores <<<2, 64>>> num=@b_so_num.npy den=@b_so_den.npy score=empty:128 n=128 ref=order=@b_so_order.npy ref=median=@b_so_median.npy --tol rtol=1e-6,atol=1e-6
// fpcheck+ sort_scores <<<1, 64>>> score=score sorted=empty:128 order=empty:128 n=128
// fpcheck+ summarise <<<1, 32>>> sorted=sorted valid=empty:1 median=empty:1 spread=empty:1 n=128
// expect: ok
// why: some scores are NaN since nothing was observed; they sort behind everything by their bits as 64-bit keys with the index below, and the summary counts only the numbers before them
// figure: computed 2.125, MPFR 2.125 (worst element of a float model of the kernel: error 0, tolerance 3.1e-06)
#include <cuda_runtime.h>

constexpr int N = 128;
constexpr int THREADS = N / 2;

typedef unsigned long long Key;

// Total order: all NaNs are one, above infinity.
__device__ __forceinline__ unsigned ordered(float x)
{
    if (isnan(x))
        return 0xffffffffu;
    unsigned u = __float_as_uint(x + 0.0f);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

__device__ __forceinline__ float unordered(unsigned u)
{
    if (u == 0xffffffffu)
        return __uint_as_float(0x7fffffffu);
    return __uint_as_float(u & 0x80000000u ? u & 0x7fffffffu : ~u);
}

__device__ __forceinline__ Key make_key(float x, int index)
{
    return ((Key)ordered(x) << 32) | (unsigned)index;
}

__device__ __forceinline__ float value_of(Key key)
{
    return unordered((unsigned)(key >> 32));
}

__device__ __forceinline__ int index_of(Key key)
{
    return (int)(unsigned)key;
}

__device__ __forceinline__ void exchange(Key &a, Key &b, bool ascending)
{
    if ((a > b) == ascending) {
        Key t = a;
        a = b;
        b = t;
    }
}

// Bitonic network; every thread owns one pair of a step, so a barrier a step is enough.
__device__ void bitonic_sort(Key *keys)
{
    for (int size = 2; size <= N; size <<= 1)
        for (int distance = size >> 1; distance > 0; distance >>= 1) {
            int t = threadIdx.x;
            int low = 2 * t - (t & (distance - 1));
            bool ascending = (low & size) == 0;
            exchange(keys[low], keys[low + distance], ascending);
            __syncthreads();
        }
}

// The ratio of what was observed; num is NaN where nothing was.
__global__ void make_scores(const float *num, const float *den, float *score, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        score[i] = num[i] / den[i];
}

__global__ void sort_scores(const float *score, float *sorted, int *order, int n)
{
    __shared__ Key keys[N];
    for (int i = threadIdx.x; i < N; i += THREADS)
        keys[i] = i < n ? make_key(score[i], i) : ~(Key)0;
    __syncthreads();
    bitonic_sort(keys);
    for (int i = threadIdx.x; i < n; i += THREADS) {
        sorted[i] = value_of(keys[i]);
        order[i] = index_of(keys[i]);
    }
}

__device__ int count_numbers(const float *sorted, int n)
{
    int mine = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        mine += !isnan(sorted[i]);
    for (int o = 16; o > 0; o >>= 1)
        mine += __shfl_xor_sync(0xffffffffu, mine, o);
    return mine;
}

// The value at a quantile, linear between neighbours.
__device__ float quantile(const float *sorted, int count, float q)
{
    float place = q * (float)(count - 1);
    int below = min((int)place, count - 1);
    int above = min(below + 1, count - 1);
    float part = place - (float)below;
    return fmaf(part, sorted[above] - sorted[below], sorted[below]);
}

__global__ void summarise(const float *sorted, int *valid, float *median, float *spread, int n)
{
    int count = count_numbers(sorted, n);
    if (threadIdx.x != 0)
        return;
    *valid = count;
    if (count == 0) {
        *median = 0.0f;
        *spread = 0.0f;
        return;
    }
    *median = quantile(sorted, count, 0.5f);
    *spread = quantile(sorted, count, 0.75f) - quantile(sorted, count, 0.25f);
}

// The ranks (0 for the smallest) from the order: its inverse permutation.
__global__ void ranks(const int *order, int *rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rank[order[i]] = i;
}

// How many neighbours in a sorted list are equal: ties weaken a rank correlation, whose correction is the sum of t^3 - t over the runs.
__global__ void tie_correction(const float *sorted, int count, double *correction)
{
    double sum = 0.0;
    for (int i = threadIdx.x; i < count; i += 32) {
        if (i > 0 && sorted[i - 1] == sorted[i])
            continue;
        int run = 1;
        while (i + run < count && sorted[i + run] == sorted[i])
            run++;
        sum += (double)run * run * run - run;
    }
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x == 0)
        *correction = sum;
}

// Where a threshold lies in a sorted list: the number of scores below it, by bisection over the numbers before the NaNs.
__global__ void count_below(const float *sorted, const float *threshold, int *below, int count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int low = 0;
    int high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] < threshold[i])
            low = middle + 1;
        else
            high = middle;
    }
    below[i] = low;
}
