// fpcheck: attention <<<2, 128>>> q=randn:7x16 k=randn:40x16:f16 v=uniform(0.5,1.5):40x16:f16 out=empty:7x16 lse=empty:7 keys=40 queries=7 scale=0.25 cap=30
// expect: ok
// why: the running maximum starts at -1e30, not at infinity, tail keys weigh exactly zero, tail warps stay for the barriers, and scores stay in float
// figure: relative error about 2e-7 against an allowance of 2e-6
// Attention with tiles of keys in shared memory and a running softmax. One warp serves one query; its lanes share
// the keys of a tile for the scores, and the 16 channels (two lanes each, half of the keys) for the values.
#include <cuda_fp16.h>
#define DIM 16
#define TILE 32
#define WARPS 4
#define FLOOR -1.0e30f

struct Tile {
    __half k[TILE][DIM + 2];
    __half v[TILE][DIM + 2];
};

struct State {
    float top;      // largest score so far
    float sum;      // of exp(score - top)
    float acc;      // of this lane's channel
};

__device__ void load_tile(Tile &tile, const __half *k, const __half *v, int first, int keys)
{
    for (int i = threadIdx.x; i < TILE * DIM; i += blockDim.x) {
        int row = i / DIM, col = i % DIM;
        bool there = first + row < keys;
        int from = (first + row) * DIM + col;
        tile.k[row][col] = there ? k[from] : __float2half(0.0f);
        tile.v[row][col] = there ? v[from] : __float2half(0.0f);
    }
}

__device__ float raw_score(const float *q, const __half *k)
{
    float sum = 0.0f;
    #pragma unroll
    for (int c = 0; c < DIM; c++)
        sum += q[c] * __half2float(k[c]);
    return sum;
}

// Soft limit on the score.
__device__ float limited(float raw, float scale, float cap)
{
    float s = raw * scale;
    return cap * tanhf(s / cap);
}

__device__ float warp_max(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, off));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    return v;
}

__device__ State start()
{
    State s;
    s.top = FLOOR;
    s.sum = 0.0f;
    s.acc = 0.0f;
    return s;
}

// Weight of this lane's key in the tile; brings the state to the new maximum.
__device__ float weigh(State &s, float score, bool there)
{
    float top = fmaxf(s.top, warp_max(there ? score : FLOOR));
    float shrink = expf(s.top - top);
    float w = there ? expf(score - top) : 0.0f;
    s.sum = s.sum * shrink + warp_sum(w);
    s.acc *= shrink;
    s.top = top;
    return w;
}

// Channel c of the even keys by lane c, of the odd keys by lane c + 16.
__device__ void gather(State &s, const Tile &tile, float w)
{
    int lane = threadIdx.x & 31;
    int channel = lane & (DIM - 1);
    int odd = lane >> 4;
    #pragma unroll
    for (int j = 0; j < TILE; j += 2) {
        float even_w = __shfl_sync(0xffffffffu, w, j);
        float odd_w = __shfl_sync(0xffffffffu, w, j + 1);
        float mine = odd ? odd_w : even_w;
        s.acc += mine * __half2float(tile.v[j + odd][channel]);
    }
}

__device__ float finish(State s)
{
    float both = s.acc + __shfl_xor_sync(0xffffffffu, s.acc, 16);
    return both / s.sum;
}

// Logarithm of the sum of exponentials, which the backward pass will ask for.
__device__ float log_sum(State s)
{
    return s.top + logf(s.sum);
}

__device__ int query_of_warp()
{
    return blockIdx.x * WARPS + (threadIdx.x >> 5);
}

__device__ void load_query(float *mine, const float *q, int query, bool there)
{
    #pragma unroll
    for (int c = 0; c < DIM; c++)
        mine[c] = there ? q[query * DIM + c] : 0.0f;
}

__global__ void attention(const float *q, const __half *k, const __half *v, float *out, float *lse, int keys, int queries, float scale, float cap)
{
    __shared__ Tile tile;
    int lane = threadIdx.x & 31;
    int query = query_of_warp();
    bool there = query < queries;

    float mine[DIM];
    load_query(mine, q, query, there);
    State s = start();

    for (int first = 0; first < keys; first += TILE) {
        __syncthreads();
        load_tile(tile, k, v, first, keys);
        __syncthreads();
        bool key_there = first + lane < keys;
        float score = limited(raw_score(mine, tile.k[lane]), scale, cap);
        float w = weigh(s, score, key_there);
        gather(s, tile, w);
    }

    float result = finish(s);
    if (there && lane < DIM)
        out[query * DIM + lane] = result;
    if (there && lane == 0)
        lse[query] = log_sum(s);
}
