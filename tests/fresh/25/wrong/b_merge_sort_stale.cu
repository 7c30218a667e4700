// fpcheck: merge_sort <<<1, 64>>> key=randint(0,1000):64 payload=arange:64 sorted=empty:64 moved=empty:64 inversions=empty:1 n=64
// expect: error stale at line 135
// why: the pass writes the merged runs to the other buffer and swaps the buffers without a barrier: the next pass ranks against elements of other warps that may not be written yet
// figure: computed sorted[i] undetermined (read before or after the write of another warp), MPFR the i-th smallest key
#include <cuda_runtime.h>

// Stable merge sort of key and payload in one block: in every pass an element finds its place in the merged run by its
// rank in its own run and a binary search in the partner run.

#define CAPACITY 64

struct Item {
    int key;
    int payload;
};

// ---------------------------------------------------------------- searches

// How many of run[0..length) are less than key.
__device__ int lower_rank(const Item *run, int length, int key)
{
    int low = 0, high = length;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (run[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// How many of run[0..length) are less than or equal to key.
__device__ int upper_rank(const Item *run, int length, int key)
{
    int low = 0, high = length;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (run[middle].key <= key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// ---------------------------------------------------------------- runs

struct Place {
    int run;     // first element of the own run
    int partner; // first element of the partner run
    int length;  // of the partner run
    bool left;   // the own run is the left one of the two
    int base;    // first element of the merged run
};

__device__ inline Place place_of(int i, int width, int n)
{
    Place p;
    int pair = i / (2 * width);
    p.base = pair * 2 * width;
    p.left = i - p.base < width;
    p.run = p.left ? p.base : p.base + width;
    p.partner = p.left ? p.base + width : p.base;
    int end = p.left ? min(p.base + 2 * width, n) : p.base + width;
    p.length = max(end - p.partner, 0);
    return p;
}

// Elements of the left run go before equal ones of the right run.
__device__ inline int destination(const Item *from, int i, int width, int n)
{
    Place p = place_of(i, width, n);
    int own = i - p.run;
    int other = p.left ? lower_rank(from + p.partner, p.length, from[i].key)
                       : upper_rank(from + p.partner, p.length, from[i].key);
    return p.base + own + other;
}

// ---------------------------------------------------------------- loading and storing

__device__ inline Item load(const int *key, const int *payload, int i)
{
    Item r;
    r.key = key[i];
    r.payload = payload[i];
    return r;
}

__device__ inline void store(int *key, int *payload, int i, Item x)
{
    key[i] = x.key;
    payload[i] = x.payload;
}

// ---------------------------------------------------------------- a check of the result

__device__ inline int descents(const Item *items, int i, int n)
{
    if (i + 1 >= n)
        return 0;
    return items[i].key > items[i + 1].key ? 1 : 0;
}

__device__ inline int block_sum(int x, int *total)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_down_sync(0xffffffffu, x, o);
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, x);
    __syncthreads();
    return *total;
}

// ---------------------------------------------------------------- the kernel

__global__ void merge_sort(const int *key, const int *payload, int *sorted, int *moved, int *inversions, int n)
{
    __shared__ Item first[CAPACITY];
    __shared__ Item second[CAPACITY];
    __shared__ int total;

    int i = threadIdx.x;
    if (i == 0)
        total = 0;
    if (i < n)
        first[i] = load(key, payload, i);
    __syncthreads();

    Item *from = first;
    Item *to = second;
    for (int width = 1; width < n; width *= 2) {
        if (i < n) {
            int d = destination(from, i, width, n);
            to[d] = from[i];
        }
        __syncwarp();
        Item *t = from;
        from = to;
        to = t;
    }
    __syncthreads();

    int bad = block_sum(i < n ? descents(from, i, n) : 0, &total);
    if (i < n)
        store(sorted, moved, i, from[i]);
    if (i == 0)
        *inversions = bad;
}

void launch_merge_sort(const int *key, const int *payload, int *sorted, int *moved, int *inversions, int n)
{
    merge_sort<<<1, CAPACITY>>>(key, payload, sorted, moved, inversions, n);
}
