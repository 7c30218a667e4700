// fpcheck: sort_scores<<<1, 64>>> score=[-2.2,0.4,2.5,0.0,-1.3,1e-40,-3e+38,3e+38,-2.5,-0.0,1.4,2.5,-0.2,2.3,-0.5,-2.6,1.1,-2.8,1.1,1.0,2.0,-1.8,0.3,-0.5,2.0,3.4,-0.4,-2.9,-1.6,-0.2,2.5,4.3,4.8,-1.0,1.8,0.8,2.4,3.3,-0.3,3.0,-2.1,-0.1,4.1,-1.5,-2.0,-1.5,-1.2,0.4] sorted=empty:48 order=empty:48 n=48 want=[6,27,17,15,8,0,40,44,21,28,43,45,4,46,33,14,23,26,38,12,29,41,9,3,5,22,1,47,35,19,16,18,10,34,20,24,13,36,2,11,30,39,37,25,42,31,32,7] --ref 'order=want' --tol bitwise
// expect: ok
// why: the order-preserving flip of the bits is undone after a stable radix sort; equal scores keep their order, -0 sorts before +0 as declared, and all loops with barriers have the same count for every thread
// figure: computed order[0..3] = [6, 27, 17, 15], MPFR the same (exact)
#include <cstdint>

constexpr int MAX_KEYS = 64;
constexpr int RADIX_BITS = 4;
constexpr int BUCKETS = 1 << RADIX_BITS;

struct Lists
{
    uint32_t key[2][MAX_KEYS];
    int payload[2][MAX_KEYS];
    int digit[MAX_KEYS];
    int begin[BUCKETS];
};

// Negative numbers: all bits flipped; others: the sign bit set.
__device__ uint32_t to_ordered(float x)
{
    uint32_t u = __float_as_uint(x);
    uint32_t flip = (uint32_t)((int32_t)u >> 31) | 0x80000000u;
    return u ^ flip;
}

__device__ float from_ordered(uint32_t k)
{
    uint32_t flip = ((k >> 31) - 1u) | 0x80000000u;
    return __uint_as_float(k ^ flip);
}

__device__ void load_keys(Lists &lists, const float *score, int n)
{
    int i = threadIdx.x;
    if (i < n)
    {
        lists.key[0][i] = to_ordered(score[i]);
        lists.payload[0][i] = i;
    }
}

__device__ void find_digits(Lists &lists, int now, int shift, int n)
{
    int i = threadIdx.x;
    if (i < n)
        lists.digit[i] = (int)(lists.key[now][i] >> shift) & (BUCKETS - 1);
}

// Where each bucket begins: the number of smaller digits.
__device__ void find_begins(Lists &lists, int n)
{
    int bucket = threadIdx.x;
    if (bucket < BUCKETS)
    {
        int smaller = 0;
        for (int i = 0; i < n; ++i)
            smaller += lists.digit[i] < bucket;
        lists.begin[bucket] = smaller;
    }
}

// The number of equal digits before this one makes the sort stable.
__device__ int place_of(const Lists &lists, int i)
{
    int mine = lists.digit[i];
    int before = 0;
    for (int j = 0; j < i; ++j)
        before += lists.digit[j] == mine;
    return lists.begin[mine] + before;
}

__device__ void scatter(Lists &lists, int now, int n)
{
    int i = threadIdx.x;
    if (i < n)
    {
        int to = place_of(lists, i);
        lists.key[1 - now][to] = lists.key[now][i];
        lists.payload[1 - now][to] = lists.payload[now][i];
    }
}

__device__ int sort_lists(Lists &lists, int n)
{
    int now = 0;
    for (int shift = 0; shift < 32; shift += RADIX_BITS)
    {
        find_digits(lists, now, shift, n);
        __syncthreads();
        find_begins(lists, n);
        __syncthreads();
        scatter(lists, now, n);
        __syncthreads();
        now = 1 - now;
    }
    return now;
}

__global__ void sort_scores(const float *score, float *sorted, int *order, int n)
{
    __shared__ Lists lists;
    load_keys(lists, score, n);
    __syncthreads();
    int now = sort_lists(lists, n);
    int i = threadIdx.x;
    if (i < n)
    {
        sorted[i] = from_ordered(lists.key[now][i]);
        order[i] = lists.payload[now][i];
    }
}

// How many neighbours are out of order, and how many are equal.
__global__ void check_sorted(const float *sorted, int *wrong, int *equal, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = i + 1 < n;
    float here = inside ? sorted[i] : 0.0f;
    float next = inside ? sorted[i + 1] : 0.0f;
    unsigned bad = __ballot_sync(0xffffffffu, inside && here > next);
    unsigned same = __ballot_sync(0xffffffffu, inside && here == next);
    if ((threadIdx.x & 31) == 0)
    {
        atomicAdd(wrong, __popc(bad));
        atomicAdd(equal, __popc(same));
    }
}

// Each document's place from the order.
__global__ void invert(const int *order, int *place, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        place[order[i]] = i;
}

// Reciprocal rank fusion of two rankings.
__global__ void fuse(const int *first, const int *second, float *score, int n, float constant)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        score[i] = 1.0f / (constant + first[i] + 1) + 1.0f / (constant + second[i] + 1);
}

// The first `keep` documents of an order.
__global__ void take_first(const int *order, int *kept, int keep)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < keep)
        kept[i] = order[i];
}
