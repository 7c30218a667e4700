// fpcheck: argsort <<<3, 128>>> x=@a_argsort_split_x.npy order=empty:3x128 sorted=empty:3x128 distinct=empty:3 n=117 --ref 'order=@a_argsort_split_order.npy' --ref 'sorted=@a_argsort_split_sorted.npy' --ref 'distinct=@a_argsort_split_distinct.npy' --tol 0ulp
// expect: ok
// why: float keys are sorted as integers after the order-preserving map of the sign (all bits of negatives flipped), infinities and both zeros among them; padding keys are all ones, above +inf, and are not written
// figure: all of order, sorted, distinct exactly as the reference, e.g. order[0] = 113
#include <cuda_runtime.h>

// A stable argsort of each row of up to 128 floats by a one-bit split per
// pass: zeros first, then ones, 32 passes.

constexpr int ITEMS = 128;
constexpr int WARPS = ITEMS / 32;

struct Item {
    unsigned key;
    int index;
};

struct Storage {
    unsigned key[ITEMS];
    int index[ITEMS];
    int zeros[WARPS];
};

__device__ __forceinline__ unsigned encode(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned flip = (unsigned)((int)u >> 31) | 0x80000000u;
    return u ^ flip;
}

__device__ __forceinline__ float decode(unsigned k)
{
    unsigned flip = (k >> 31) ? 0x80000000u : 0xffffffffu;
    return __uint_as_float(k ^ flip);
}

__device__ __forceinline__ unsigned below(int lane)
{
    return (1u << lane) - 1u;
}

// Where this thread's item goes when those with a zero bit come first.
__device__ int split_position(Storage& s, bool one)
{
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    unsigned zero_mask = __ballot_sync(0xffffffffu, !one);
    if (lane == 0)
        s.zeros[warp] = __popc(zero_mask);
    __syncthreads();
    int before = 0, all = 0;
    for (int w = 0; w < WARPS; ++w) {
        if (w < warp)
            before += s.zeros[w];
        all += s.zeros[w];
    }
    int zeros_before = before + __popc(zero_mask & below(lane));
    return one ? all + (int)threadIdx.x - zeros_before : zeros_before;
}

__device__ Item pass(Storage& s, Item it, int bit)
{
    int to = split_position(s, (it.key >> bit) & 1u);
    s.key[to] = it.key;
    s.index[to] = it.index;
    __syncthreads();
    Item next = {s.key[threadIdx.x], s.index[threadIdx.x]};
    return next;
}

// The number of different values, by bits: an item counts where its key is
// not that of its predecessor.
__device__ int count_distinct(const Storage& s, int n)
{
    int t = threadIdx.x;
    bool head = t < n && (t == 0 || s.key[t] != s.key[t - 1]);
    return __syncthreads_count(head);
}

__global__ void argsort(const float* x, int* order, float* sorted, int* distinct, int n)
{
    __shared__ Storage s;
    int t = threadIdx.x;
    const float* row = x + blockIdx.x * n;
    Item it;
    it.index = t;
    it.key = t < n ? encode(row[t]) : 0xffffffffu;
    for (int bit = 0; bit < 32; ++bit)
        it = pass(s, it, bit);
    // Rows of the outputs are 128 wide; behind n they repeat the last item.
    s.key[t] = it.key;
    s.index[t] = it.index;
    __syncthreads();
    int different = count_distinct(s, n);
    if (t == 0)
        distinct[blockIdx.x] = different;
    int from = t < n ? t : n - 1;
    order[blockIdx.x * ITEMS + t] = s.index[from];
    sorted[blockIdx.x * ITEMS + t] = decode(s.key[from]);
}
