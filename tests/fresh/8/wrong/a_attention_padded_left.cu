// fpcheck: attention<<<(4, 2), 32>>> q=uniform(-1,1):2x4x32 k=uniform(-1,1):2x16x32 v=uniform(1,2):2x16x32 pad=[0, 9] out=empty:2x4x32 lse=empty:2x4 heads=2 queries=4 keys=16 scale=0.17677669
// expect: error NaN at line 91
// why: sequences padded on the left have a first tile with all keys masked: the running maximum is still -inf and exp(-inf - -inf) is NaN; the NaN stays in sum and accumulator, and the last guard turns it into zeros
// figure: head 1 (pad 9, first tile masked): out[128] computed 0 (NaN replaced), MPFR a mean of values in (1, 2), about 1.5
#include <cuda_runtime.h>

#define TILE 8
#define DIM 32

// ---------------------------------------------------------------------------
// Forward attention for one head and one query per block: a warp holds one
// element of the head dimension per lane. Keys come in tiles of TILE, with the
// usual running maximum and running sum, so that no row of scores is stored.
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

// Scores of one query against the tile. A key is visible when it is not
// padding and lies inside the sequence.
__device__ void tile_scores(const Tile &tile, float q, float scale, int first, int pad, int keys, float *score)
{
    int lane = threadIdx.x;
#pragma unroll
    for (int j = 0; j < TILE; j++) {
        float dot = warp_sum(q * tile.key[j][lane]);
        int row = first + j;
        bool visible = row >= pad && row < keys;
        score[j] = visible ? dot * scale : negative_infinity();
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

// One step of the online softmax.
__device__ void absorb(Running &r, const Tile &tile, const float *score)
{
    int lane = threadIdx.x;
    float m = fmaxf(r.maximum, tile_maximum(score));
    float correction = __expf(r.maximum - m);
    float sum = r.sum * correction;
    float acc = r.acc * correction;
#pragma unroll
    for (int j = 0; j < TILE; j++) {
        float p = __expf(score[j] - m);
        sum += p;
        acc += p * tile.value[j][lane];
    }
    r.maximum = m;
    r.sum = sum;
    r.acc = acc;
}

// The quotient; rows that see no key at all are meant to be zero.
__device__ float finish(const Running &r)
{
    float o = r.acc / r.sum;
    if (!(fabsf(o) < 1.0e30f))
        o = 0.0f;
    return o;
}

// For the backward pass; a row without keys gets a large negative number.
__device__ float log_sum_exp(const Running &r)
{
    if (!(r.sum > 0.0f))
        return -1.0e30f;
    return r.maximum + logf(r.sum);
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
