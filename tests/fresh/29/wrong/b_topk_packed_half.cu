// fpcheck: topk_rows <<<2, 64>>> scores=@b_topk_scores.npy values=empty:8 indices=empty:8 cols=100 k=4 want=[5.0015,5.001,5.0005,4.5,7.251,7.2505,7.25,7.25] --ref 'values=want' --tol rtol=1e-7,atol=0
// expect: error mismatch at line 26
// why: keys hold the value as a half: values that differ by less than its resolution are ordered by index
// figure: values[0] computed 5.001 (index 7), MPFR 5.0015 (index 64)
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <stdint.h>

// Row-wise top-k. One block per row, k rounds of a block-wide maximum over keys that
// hold the value and the index together, so that one reduction finds both.

#define TOPK_THREADS 64
#define MAX_K 8
#define FULL_MASK 0xffffffffu
#define WARPS (TOPK_THREADS / 32)

typedef uint32_t topk_key_t;

// -----------------------------------------------------------------------------
// Packing
// -----------------------------------------------------------------------------

// Value in the upper half (as an order-preserving 16 bit pattern), inverted index below
__device__ __forceinline__ topk_key_t pack_key(float v, int index)
{
    uint32_t h = __half_as_ushort(__float2half_rn(v));
    h = (h & 0x8000u) ? (~h & 0xffffu) : (h | 0x8000u);
    return (h << 16) | (0xffffu - (uint32_t)index);
}

__device__ __forceinline__ int key_index(topk_key_t key)
{
    return (int)(0xffffu - (key & 0xffffu));
}

__device__ __forceinline__ topk_key_t max_key(topk_key_t a, topk_key_t b)
{
    return a > b ? a : b;
}

// -----------------------------------------------------------------------------
// Reductions
// -----------------------------------------------------------------------------

__device__ topk_key_t warp_reduce_max(topk_key_t key)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        key = max_key(key, __shfl_xor_sync(FULL_MASK, key, offset));
    return key;
}

__device__ topk_key_t block_reduce_max(topk_key_t key, topk_key_t *warp_best)
{
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;

    key = warp_reduce_max(key);
    if (lane == 0)
        warp_best[warp] = key;
    __syncthreads();

    topk_key_t best = warp_best[0];
    for (int w = 1; w < WARPS; w++)
        best = max_key(best, warp_best[w]);

    // warp_best is written again in the next round
    __syncthreads();
    return best;
}

// -----------------------------------------------------------------------------
// Best remaining element of this thread: keys below the limit only
// -----------------------------------------------------------------------------

__device__ topk_key_t thread_best(const float *row, int cols, topk_key_t limit)
{
    topk_key_t best = 0;
    for (int c = threadIdx.x; c < cols; c += TOPK_THREADS) {
        topk_key_t key = pack_key(row[c], c);
        if (key < limit)
            best = max_key(best, key);
    }
    return best;
}

// -----------------------------------------------------------------------------
// Kernel
// -----------------------------------------------------------------------------

/**
 * @param scores   input                      [rows x cols], cols < 65536
 * @param values   the k largest, descending  [rows x k]
 * @param indices  where they are; of equal values the first comes first
 */
__global__ void topk_rows(const float *__restrict__ scores, float *__restrict__ values,
                          int *__restrict__ indices, int cols, int k)
{
    __shared__ topk_key_t warp_best[WARPS];

    const float *row = scores + blockIdx.x * cols;
    topk_key_t limit = ~(topk_key_t)0;

    for (int round = 0; round < k && round < MAX_K; round++) {
        topk_key_t mine = thread_best(row, cols, limit);
        topk_key_t best = block_reduce_max(mine, warp_best);

        if (threadIdx.x == 0) {
            int index = key_index(best);
            indices[blockIdx.x * k + round] = index;
            values[blockIdx.x * k + round] = row[index];
        }
        limit = best;
    }
}

// Host launcher
void launch_topk(const float *scores, float *values, int *indices, int rows, int cols, int k)
{
    topk_rows<<<rows, TOPK_THREADS>>>(scores, values, indices, cols, k);
}
