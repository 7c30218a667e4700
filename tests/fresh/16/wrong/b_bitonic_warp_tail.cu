// fpcheck: sort_pairs <<<1, 128>>> key=randn:200 sorted=empty:200 order=empty:200 median=empty:1 spread=empty:1 gaps=empty:4 n=200
// expect: error race at line 66
// why: strides below 32 are taken as warp-synchronous and wait for nothing: no __syncwarp between one stride and the next of the same warp
// figure: race: lanes read slots that other lanes of the warp may not have written yet
// Sorts up to 256 floats with their positions in shared memory: a bitonic network on 64-bit words
// (ordered bits of the float above, index below), two slots a thread.
#define SLOTS 256
#define THREADS (SLOTS / 2)
typedef unsigned long long Word;

// Words are all different, for the index is part of them: equal keys keep their order.


__device__ unsigned int ordered(float x)
{
    unsigned int b = __float_as_uint(x);
    return b & 0x80000000u ? ~b : b | 0x80000000u;
}

__device__ float unordered(unsigned int k)
{
    return __uint_as_float(k & 0x80000000u ? k & 0x7fffffffu : ~k);
}

__device__ Word pack(float x, int index)
{
    return (Word)ordered(x) << 32 | (unsigned int)index;
}

__device__ Word padding(int index)
{
    return (Word)0xffffffffu << 32 | (unsigned int)index;
}

__device__ float value_of(Word w)
{
    return unordered((unsigned int)(w >> 32));
}

__device__ int index_of(Word w)
{
    return (int)(unsigned int)w;
}

__device__ void fill(Word *slot, const float *key, int n)
{
    for (int i = threadIdx.x; i < SLOTS; i += THREADS)
        slot[i] = i < n ? pack(key[i], i) : padding(i);
}

// The lower slot of this thread's pair at a stride: a zero bit is put in at the stride's place.
__device__ int lower_slot(int t, int stride)
{
    int low = t & (stride - 1);
    return ((t - low) << 1) + low;
}

__device__ void compare(Word *slot, int t, int stride, int run)
{
    int a = lower_slot(t, stride);
    int b = a + stride;
    bool up = (a & run) == 0;
    Word x = slot[a], y = slot[b];
    if ((x > y) == up) {
        slot[a] = y;
        slot[b] = x;
    }
}

// The slots of a warp are 64 w .. 64 w + 63 for strides up to 32: only then may a warp go on alone.
__device__ bool stays_in_warp(int stride)
{
    return stride < 32;
}

__device__ void settle(int stride)
{
    if (!stays_in_warp(stride))
        __syncthreads();
}

// Merges runs of length run / 2 into runs of length run.
__device__ void merge(Word *slot, int t, int run)
{
    for (int stride = run >> 1; stride > 0; stride >>= 1) {
        compare(slot, t, stride, run);
        settle(stride);
    }
}

__device__ void network(Word *slot, int t)
{
    for (int run = 2; run <= SLOTS; run <<= 1) {
        merge(slot, t, run);
        if (run >= 64)
            __syncthreads();
    }
}

__device__ float middle(const Word *slot, int n)
{
    float high = value_of(slot[n / 2]);
    if (n & 1)
        return high;
    float low = value_of(slot[n / 2 - 1]);
    return low + 0.5f * (high - low);
}

__device__ void emit(const Word *slot, float *sorted, int *order, int n)
{
    for (int i = threadIdx.x; i < n; i += THREADS) {
        sorted[i] = value_of(slot[i]);
        order[i] = index_of(slot[i]);
    }
}

// Distance between the quartiles: the order statistics n / 4 from either end.
__device__ float quartile_range(const Word *slot, int n)
{
    return value_of(slot[n - 1 - n / 4]) - value_of(slot[n / 4]);
}

// The widest gap between neighbours in each quarter: one warp a quarter.
__device__ void widest_gaps(const Word *slot, float *gaps, int n)
{
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int first = warp * n / 4, last = (warp + 1) * n / 4;
    float widest = 0.0f;
    for (int i = first + lane; i + 1 < last; i += 32)
        widest = fmaxf(widest, value_of(slot[i + 1]) - value_of(slot[i]));
    for (int off = 16; off > 0; off >>= 1)
        widest = fmaxf(widest, __shfl_xor_sync(0xffffffffu, widest, off));
    if (lane == 0)
        gaps[warp] = widest;
}

__global__ void sort_pairs(const float *key, float *sorted, int *order, float *median, float *spread, float *gaps, int n)
{
    __shared__ Word slot[SLOTS];
    int t = threadIdx.x;
    fill(slot, key, n);
    __syncthreads();
    network(slot, t);
    __syncthreads();
    emit(slot, sorted, order, n);
    widest_gaps(slot, gaps, n);
    if (t == 0) {
        median[0] = middle(slot, n);
        spread[0] = quartile_range(slot, n);
    }
}
