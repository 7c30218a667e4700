// fpcheck: scan_blocks <<<5, 128>>> counts=randint(0,4):1200 offsets=empty:1200:i32 block_sums=empty:5:i32 n=1200
// fpcheck+ scan_sums <<<1, 32>>> block_sums_in=block_sums total=empty:1:i32 blocks=5
// fpcheck+ add_sums <<<5, 128>>> offsets_in=offsets block_sums_in=block_sums n=1200
// fpcheck+ check_offsets <<<5, 256>>> counts_in=counts offsets_in=offsets total_in=total steps=empty:1200:i32 n=1200 ref=steps=counts
// fpcheck+ expand <<<20, 128>>> start=offsets end=total owner=inout:const(-1):5000:i32 rank=inout:const(-1):5000:i32 rows=1200
// expect: ok
// why: every barrier is reached by all threads although the last block is ragged, warp totals are read after a barrier and the shared array is reused only after another; integers, so no order matters
// figure: computed steps[i] = counts[i] exactly, tolerance 0
#include <cuda_runtime.h>

constexpr unsigned FULL = 0xffffffffu;
constexpr int THREADS = 128;
constexpr int ITEMS = 2;
constexpr int WARPS = THREADS / 32;

__device__ int lane_id()
{
    return threadIdx.x % 32;
}

__device__ int warp_id()
{
    return threadIdx.x / 32;
}

__device__ int warp_inclusive(int v)
{
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int up = __shfl_up_sync(FULL, v, d);
        if (lane_id() >= d)
            v += up;
    }
    return v;
}

struct BlockScan {
    int totals[WARPS];
    int all;
};

// The sum of what the threads before have; `all` is the block's sum after it.
__device__ int block_exclusive(BlockScan &s, int v)
{
    int inclusive = warp_inclusive(v);
    if (lane_id() == 31)
        s.totals[warp_id()] = inclusive;
    __syncthreads();
    if (warp_id() == 0) {
        int t = lane_id() < WARPS ? s.totals[lane_id()] : 0;
        int scanned = warp_inclusive(t);
        if (lane_id() < WARPS)
            s.totals[lane_id()] = scanned - t;
        if (lane_id() == WARPS - 1)
            s.all = scanned;
    }
    __syncthreads();
    return s.totals[warp_id()] + inclusive - v;
}

__device__ int load_or_zero(const int *p, int i, int n)
{
    return i < n ? p[i] : 0;
}

// Exclusive offsets inside a block of 256, two elements a thread, and the block's sum.
__global__ void scan_blocks(const int *counts, int *offsets, int *block_sums, int n)
{
    __shared__ BlockScan s;
    int first = (blockIdx.x * THREADS + threadIdx.x) * ITEMS;
    int v[ITEMS];
    int sum = 0;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        v[k] = load_or_zero(counts, first + k, n);
        sum += v[k];
    }
    int at = block_exclusive(s, sum);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (first + k < n)
            offsets[first + k] = at;
        at += v[k];
    }
    if (threadIdx.x == 0)
        block_sums[blockIdx.x] = s.all;
}

// Exclusive scan of the block sums, one warp with a carry for more than 32 of them.
__global__ void scan_sums(int *block_sums_in, int *total, int blocks)
{
    int carry = 0;
    for (int start = 0; start < blocks; start += 32) {
        int i = start + lane_id();
        int v = load_or_zero(block_sums_in, i, blocks);
        int inclusive = warp_inclusive(v);
        if (i < blocks)
            block_sums_in[i] = carry + inclusive - v;
        carry += __shfl_sync(FULL, inclusive, 31);
    }
    if (threadIdx.x == 0)
        *total = carry;
}

__global__ void add_sums(int *offsets_in, const int *block_sums_in, int n)
{
    int base = block_sums_in[blockIdx.x];
    for (int k = 0; k < ITEMS; k++) {
        int i = (blockIdx.x * ITEMS + k) * THREADS + threadIdx.x;
        if (i < n)
            offsets_in[i] += base;
    }
}

__device__ int next_offset(const int *offsets, const int *total, int i, int n)
{
    return i + 1 < n ? offsets[i + 1] : *total;
}

// What the offsets say that the counts were.
__global__ void check_offsets(const int *counts_in, const int *offsets_in, const int *total_in, int *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    steps[i] = next_offset(offsets_in, total_in, i, n) - offsets_in[i];
    if (counts_in[i] < 0)
        steps[i] = -1;
}

// The last row whose first element is at or before `at`: rows without elements share their start with the next one.
__device__ int owner_of(const int *start, int rows, int at)
{
    int low = 0;
    int high = rows;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (start[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Load balancing: each element finds its row, and its place in it.
__global__ void expand(const int *start, const int *end, int *owner, int *rank, int rows)
{
    int total = *end;
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < total; at += gridDim.x * blockDim.x) {
        int row = owner_of(start, rows, at);
        owner[at] = row;
        rank[at] = at - start[row];
    }
}
