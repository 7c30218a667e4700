// fpcheck: attention <<<4, 32>>> q=[-0.75,-0.5,-0.25,0.0,0.25,0.5,0.75,-0.75,-0.5,-0.25,0.0,0.25,0.5,0.75,-0.75,-0.5,-0.25,0.0,0.25,0.5,0.75,-0.75,-0.5,-0.25,0.0,0.25,0.5,0.75,-0.75,-0.5,-0.25,0.0] k=[-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75,-0.75,0.5,-1.0,0.25,-1.25,0.0,1.25,-0.25,1.0,-0.5,0.75] v=arange:16x8 length=[16,5,0,11] out=empty:4x8 lse=empty:4 keys=16 scale=0.35355338 want=[57.3931657,58.3931657,59.3931657,60.3931657,61.3931657,62.3931657,63.3931657,64.3931657,16.326139,17.326139,18.326139,19.326139,20.326139,21.326139,22.326139,23.326139,0,0,0,0,0,0,0,0,41.6519855,42.6519855,43.6519855,44.6519855,45.6519855,46.6519855,47.6519855,48.6519855] ref=out=want --tol rtol=1e-4,atol=1e-5
// expect: error NaN hidden at line 51
// why: in a row whose keys are all masked exp(-inf - -inf) is NaN, and fminf(NaN, 1) gives every masked key the weight 1: the mean of the last tile of V in the place of 0
// figure: computed out[2][3] 95.0, MPFR 0
#include <cuda_runtime.h>
#include <math_constants.h>

// Attention forward with an online softmax over tiles of keys. One block (one warp) a query row; keys beyond the row's
// length are padding. Rows without any key are padding themselves and have to come out as zeros.

#define DIM 8
#define TILE 8
#define FULL 0xffffffffu

// ---------------------------------------------------------------- warp helpers

__device__ inline float warp_max(float x)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(FULL, x, o));
    return x;
}

__device__ inline float warp_sum(float x)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(FULL, x, o);
    return x;
}

// ---------------------------------------------------------------- the running state of a row

struct Running {
    float top;   // largest score so far
    float total; // sum of the weights, relative to top
};

__device__ inline Running nothing_yet()
{
    Running r;
    r.top = -CUDART_INF_F;
    r.total = 0.0f;
    return r;
}

// A weight is at most one.
__device__ inline float weight_of(float score, float top)
{
    return fminf(expf(score - top), 1.0f);
}

// What was summed so far shrinks when a larger score turns up.
__device__ inline float shrink(float before, float after)
{
    if (before == -CUDART_INF_F)
        return 0.0f;
    return expf(before - after);
}

// ---------------------------------------------------------------- loading

__device__ inline void load_row(const float *from, float *to, int lane)
{
    if (lane < DIM)
        to[lane] = from[lane];
}

__device__ inline void load_tile(const float *from, float (*to)[DIM], int first, int keys, int lane)
{
    for (int e = lane; e < TILE * DIM; e += 32) {
        int key = first + e / DIM;
        to[e / DIM][e % DIM] = key < keys ? from[key * DIM + e % DIM] : 0.0f;
    }
}

// ---------------------------------------------------------------- scores

__device__ inline float score_of(const float *query, const float *key, float scale)
{
    float dot = 0.0f;
#pragma unroll
    for (int d = 0; d < DIM; d++)
        dot = fmaf(query[d], key[d], dot);
    return dot * scale;
}

__device__ inline float masked(float score, int key, int length)
{
    return key < length ? score : -CUDART_INF_F;
}

// ---------------------------------------------------------------- the end of a row

__device__ inline float normalised(float sum, float total)
{
    return sum / fmaxf(total, 1e-20f);
}

__device__ inline float log_sum(Running r)
{
    return r.total > 0.0f ? fmaxf(r.top, -1e30f) + logf(r.total) : -1e30f;
}

// ---------------------------------------------------------------- the kernel
//
//   1. the query row goes to shared memory
//   2. a tile of keys and values goes to shared memory
//   3. one lane a key: its score, the tile's maximum, the weights
//   4. one lane a column: shrink what is there, add the weighted values

__global__ void attention(const float *q, const float *k, const float *v, const int *length, float *out, float *lse,
                          int keys, float scale)
{
    __shared__ float query[DIM];
    __shared__ float ktile[TILE][DIM];
    __shared__ float vtile[TILE][DIM];
    __shared__ float weights[TILE];

    int lane = threadIdx.x;
    int row = blockIdx.x;
    int valid = length[row];

    // 1
    load_row(q + row * DIM, query, lane);
    Running state = nothing_yet();
    float column = 0.0f;

    for (int first = 0; first < keys; first += TILE) {
        // 2
        __syncthreads();
        load_tile(k, ktile, first, keys, lane);
        load_tile(v, vtile, first, keys, lane);
        __syncthreads();

        // 3
        float s = -CUDART_INF_F;
        if (lane < TILE)
            s = masked(score_of(query, ktile[lane], scale), first + lane, valid);
        float top = fmaxf(state.top, warp_max(s));
        float p = lane < TILE ? weight_of(s, top) : 0.0f;
        float factor = shrink(state.top, top);
        state.total = state.total * factor + warp_sum(p);
        state.top = top;
        if (lane < TILE)
            weights[lane] = p;
        __syncthreads();

        // 4
        if (lane < DIM) {
            float sum = column * factor;
            for (int j = 0; j < TILE; j++)
                sum = fmaf(weights[j], vtile[j][lane], sum);
            column = sum;
        }
    }

    if (lane < DIM)
        out[row * DIM + lane] = normalised(column, state.total);
    if (lane == 0)
        lse[row] = log_sum(state);
}
