// fpcheck: flash_rows <<<2, 64>>> q=randn:2x6x16 k=randn:2x21x16 v=randn:2x21x16 o=empty:2x6x16 lse=empty:2x6 nq=6 nk=21 scale=0.25 past=15
// expect: ok
// why: maxima that start at minus infinity, rescaled partial sums and a tile that is partly beyond the keys; fully masked tiles are guarded
// figure: o off by 9.4e-08 at most, allowed about 3e-6
// Causal attention with an online softmax: one block of two warps a head, a warp a query.
#include <math_constants.h>

#define DIM 16
#define TILE 8
#define WARPS 2
#define FULL 0xffffffffu

struct Tile {
    float k[TILE][DIM];
    float v[TILE][DIM];
};

// Running maximum, sum of exponentials and weighted values of one query.
struct State {
    float m;
    float l;
    float acc[DIM];
};

__device__ void start(State &s)
{
    s.m = -CUDART_INF_F;
    s.l = 0.0f;
#pragma unroll
    for (int d = 0; d < DIM; d++)
        s.acc[d] = 0.0f;
}

__device__ float dot(const float *a, const float *b)
{
    float s = 0.0f;
#pragma unroll
    for (int d = 0; d < DIM; d++)
        s = fmaf(a[d], b[d], s);
    return s;
}

__device__ void load_tile(Tile &t, const float *k, const float *v, int first, int nk)
{
    for (int i = threadIdx.x; i < TILE * DIM; i += blockDim.x) {
        int row = i / DIM;
        int col = i % DIM;
        bool in = first + row < nk;
        t.k[row][col] = in ? k[(first + row) * DIM + col] : 0.0f;
        t.v[row][col] = in ? v[(first + row) * DIM + col] : 0.0f;
    }
}

// exp(a - b) where both may be minus infinity.
__device__ float rescale(float a, float b)
{
    return a == -CUDART_INF_F ? 0.0f : expf(a - b);
}

__device__ void add_key(State &s, float score, const float *value)
{
    if (score == -CUDART_INF_F)
        return;
    float m = fmaxf(s.m, score);
    float keep = rescale(s.m, m);
    float w = expf(score - m);
    s.l = s.l * keep + w;
#pragma unroll
    for (int d = 0; d < DIM; d++)
        s.acc[d] = s.acc[d] * keep + w * value[d];
    s.m = m;
}

__device__ void merge_lanes(State &s, int delta)
{
    float om = __shfl_xor_sync(FULL, s.m, delta);
    float ol = __shfl_xor_sync(FULL, s.l, delta);
    float m = fmaxf(s.m, om);
    float mine = rescale(s.m, m);
    float theirs = rescale(om, m);
    s.l = s.l * mine + ol * theirs;
#pragma unroll
    for (int d = 0; d < DIM; d++) {
        float oa = __shfl_xor_sync(FULL, s.acc[d], delta);
        s.acc[d] = s.acc[d] * mine + oa * theirs;
    }
    s.m = m;
}

// A lane takes one key of each tile; the lanes are merged at the end.
__device__ void scan_tile(State &s, const Tile &t, const float *q, int first, int last, float scale, int lane)
{
    float score = -CUDART_INF_F;
    if (lane < TILE && first + lane <= last)
        score = scale * dot(q, t.k[lane]);
    if (lane < TILE)
        add_key(s, score, t.v[lane]);
}

__device__ void write_row(const State &s, float *o, float *lse, int lane)
{
    float inv = s.l > 0.0f ? 1.0f / s.l : 0.0f;
#pragma unroll
    for (int d = 0; d < DIM; d++)
        if (lane == d)
            o[d] = s.acc[d] * inv;
    if (lane == 0)
        *lse = s.l > 0.0f ? s.m + logf(s.l) : -CUDART_INF_F;
}

__global__ void flash_rows(const float *q, const float *k, const float *v, float *o, float *lse, int nq, int nk,
                           float scale, int past)
{
    __shared__ Tile tile;
    __shared__ float query[WARPS][DIM];
    int head = blockIdx.x;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    q += head * nq * DIM;
    k += head * nk * DIM;
    v += head * nk * DIM;
    o += head * nq * DIM;
    lse += head * nq;

    for (int base = 0; base < nq; base += WARPS) {
        int row = base + warp;
        bool active = row < nq;
        if (lane < DIM)
            query[warp][lane] = active ? q[row * DIM + lane] : 0.0f;
        int last = active ? min(past + row, nk - 1) : -1;

        State s;
        start(s);
        for (int first = 0; first < nk; first += TILE) {
            __syncthreads();
            load_tile(tile, k, v, first, nk);
            __syncthreads();
            scan_tile(s, tile, query[warp], first, last, scale, lane);
        }
        for (int delta = 16; delta > 0; delta >>= 1)
            merge_lanes(s, delta);
        if (active)
            write_row(s, o + row * DIM, lse + row, lane);
        __syncthreads();
    }
}

// Host side.
void attention(const float *q, const float *k, const float *v, float *o, float *lse, int heads, int nq, int nk,
               float scale, cudaStream_t stream)
{
    flash_rows<<<heads, 32 * WARPS, 0, stream>>>(q, k, v, o, lse, nq, nk, scale, nk - nq);
}
