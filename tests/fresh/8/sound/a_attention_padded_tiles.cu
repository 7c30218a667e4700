// fpcheck: attention<<<(4, 2), 32>>> q=uniform(-1,1):2x4x32 k=uniform(-1,1):2x16x32 v=uniform(1,2):2x16x32 pad=[0, 9] out=empty:2x4x32 lse=empty:2x4 heads=2 queries=4 keys=16 scale=0.17677669
// expect: ok
// why: scores of -inf and a running maximum of -inf come up, but never their difference: a tile without a visible key is skipped by a maximum that stays finite, and exp2(-inf) is a clean zero
// figure: head 1, a draw: out computed 1.42703903, MPFR 1.42703905; largest relative error 9.3e-08, allowed about 4e-6
#include <cuda_runtime.h>

#define TILE 8
#define DIM 32

// ---------------------------------------------------------------------------
// Forward attention for one head and one query per block: a warp holds one
// element of the head dimension per lane. Keys come in tiles of TILE, with the
// running maximum and the running sum; exponentials are powers of two, log2(e)
// is folded into the scale.
// ---------------------------------------------------------------------------

struct Tile {
    float key[TILE][DIM];
    float value[TILE][DIM];
};

struct Running {
    float maximum;
    float sum;
    float acc;
};

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ __forceinline__ float negative_infinity()
{
    return __int_as_float(0xff800000);
}

__device__ Running start()
{
    Running r;
    r.maximum = negative_infinity();
    r.sum = 0.0f;
    r.acc = 0.0f;
    return r;
}

// Copies one tile of keys and values into shared memory; rows past the end
// are filled with zeros, their scores are masked below.
__device__ void load_tile(Tile &tile, const float *k, const float *v, int first, int keys)
{
    int lane = threadIdx.x;
#pragma unroll
    for (int j = 0; j < TILE; j++) {
        int row = first + j;
        bool inside = row < keys;
        tile.key[j][lane] = inside ? k[row * DIM + lane] : 0.0f;
        tile.value[j][lane] = inside ? v[row * DIM + lane] : 0.0f;
    }
}

// Scores of one query against the tile, in units of log2.
__device__ void tile_scores(const Tile &tile, float q, float scale, int first, int pad, int keys, float *score)
{
    int lane = threadIdx.x;
    float scale2 = scale * 1.44269504f;
#pragma unroll
    for (int j = 0; j < TILE; j++) {
        float dot = warp_sum(q * tile.key[j][lane]);
        int row = first + j;
        bool visible = row >= pad && row < keys;
        score[j] = visible ? dot * scale2 : negative_infinity();
    }
}

__device__ float tile_maximum(const float *score)
{
    float m = score[0];
#pragma unroll
    for (int j = 1; j < TILE; j++)
        m = fmaxf(m, score[j]);
    return m;
}

// The number that is subtracted from scores: the maximum, or 0 while no key
// has been visible, so that -inf minus it is -inf and not NaN.
__device__ __forceinline__ float anchor_of(float maximum)
{
    return maximum == negative_infinity() ? 0.0f : maximum;
}

// One step of the online softmax.
__device__ void absorb(Running &r, const Tile &tile, const float *score)
{
    int lane = threadIdx.x;
    float m = fmaxf(r.maximum, tile_maximum(score));
    float anchor = anchor_of(m);
    float correction = exp2f(r.maximum - anchor);
    float sum = r.sum * correction;
    float acc = r.acc * correction;
#pragma unroll
    for (int j = 0; j < TILE; j++) {
        float p = exp2f(score[j] - anchor);
        sum += p;
        acc += p * tile.value[j][lane];
    }
    r.maximum = m;
    r.sum = sum;
    r.acc = acc;
}

// The quotient; rows that see no key at all are zero.
__device__ float finish(const Running &r)
{
    return r.sum > 0.0f ? r.acc / r.sum : 0.0f;
}

// For the backward pass, in natural units.
__device__ float log_sum_exp(const Running &r)
{
    return r.sum > 0.0f ? (r.maximum + log2f(r.sum)) * 0.693147181f : negative_infinity();
}

__global__ void attention(const float *q, const float *k, const float *v, const int *pad, float *out, float *lse,
                          int heads, int queries, int keys, float scale)
{
    __shared__ Tile tile;

    int query = blockIdx.x;
    int head = blockIdx.y;
    int lane = threadIdx.x;
    if (head >= heads)
        return;

    const float *kh = k + head * keys * DIM;
    const float *vh = v + head * keys * DIM;
    int row = head * queries + query;
    float mine = q[row * DIM + lane];

    Running r = start();
    float score[TILE];

    for (int first = 0; first < keys; first += TILE) {
        __syncwarp();
        load_tile(tile, kh, vh, first, keys);
        __syncwarp();
        tile_scores(tile, mine, scale, first, pad[head], keys, score);
        absorb(r, tile, score);
    }

    out[row * DIM + lane] = finish(r);
    if (lane == 0)
        lse[row] = log_sum_exp(r);
}
