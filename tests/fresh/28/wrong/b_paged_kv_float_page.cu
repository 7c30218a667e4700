// fpcheck: append_kv <<<S, 32>>> keys=@b_paged_k.npy values=@b_paged_v.npy table=[[3,0,2],[1,4,5]] lengths=[165,115] k_cache=empty:6x55x32 v_cache=empty:6x55x32 S=2 P=3 ref=out=@b_paged_out.npy --tol rtol=1e-4,atol=1e-5
// fpcheck+ paged_decode <<<S, 128>>> q=@b_paged_q.npy table=table lengths=lengths k_cache=k_cache v_cache=v_cache out=empty:2x32 S=2 P=3
// expect: error flip at line 33
// why: position 55 times the rounded 1/55 is 0.99999994, which truncates to page 0, row 55: the first row of another physical page is read in its stead
// figure: computed 0.0877656008, MPFR 0.173522995 (out[0][3])
#include <cuda_runtime.h>

// A cache of keys and values in pages of 5 x 11 tokens (one tile of a frame), and one decode step over it.

constexpr int PAGE = 55;
constexpr int HEAD = 32;
constexpr int WARPS = 4;

struct Place
{
    int page;
    int row;
};

// Appending counts pages and rows along, without a division.
__device__ void advance(Place &place)
{
    place.row++;
    if (place.row == PAGE) {
        place.row = 0;
        place.page++;
    }
}

__device__ __forceinline__ Place locate(int position, float per_page)
{
    Place place;
    place.page = (int)((float)position * per_page);
    place.row = position - place.page * PAGE;
    return place;
}

__device__ __forceinline__ size_t address(const int *table, Place place)
{
    return ((size_t)table[place.page] * PAGE + place.row) * HEAD;
}

__global__ void append_kv(const float *keys, const float *values, const int *table, const int *lengths, float *k_cache, float *v_cache, int P)
{
    int sequence = blockIdx.x;
    int d = threadIdx.x;
    const int *mine = table + sequence * P;
    Place place = {0, 0};
    for (int position = 0; position < lengths[sequence]; position++) {
        size_t from = ((size_t)sequence * P * PAGE + position) * HEAD + d;
        size_t to = address(mine, place) + d;
        k_cache[to] = keys[from];
        v_cache[to] = values[from];
        advance(place);
    }
}

__device__ float warp_sum(float x)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

struct State
{
    float m;
    float l;
    float acc;
};

__device__ State empty_state()
{
    State s;
    s.m = -INFINITY;
    s.l = 0.0f;
    s.acc = 0.0f;
    return s;
}

__device__ void push(State &s, float score, float value)
{
    float next = fmaxf(s.m, score);
    float shrink = expf(s.m - next);
    float weight = expf(score - next);
    s.l = s.l * shrink + weight;
    s.acc = s.acc * shrink + weight * value;
    s.m = next;
}

__device__ State merge(State a, State b)
{
    if (b.m == -INFINITY)
        return a;
    if (a.m == -INFINITY)
        return b;
    float m = fmaxf(a.m, b.m);
    float left = expf(a.m - m);
    float right = expf(b.m - m);
    State s;
    s.m = m;
    s.l = a.l * left + b.l * right;
    s.acc = a.acc * left + b.acc * right;
    return s;
}

__global__ void paged_decode(const float *q, const int *table, const int *lengths, const float *k_cache, const float *v_cache, float *out, int P)
{
    __shared__ float shared_m[WARPS];
    __shared__ float shared_l[WARPS];
    __shared__ float shared_acc[WARPS][HEAD];

    const int sequence = blockIdx.x;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int length = lengths[sequence];
    const int *mine = table + sequence * P;

    const float scale = rsqrtf((float)HEAD);
    const float query = q[sequence * HEAD + lane] * scale;
    const float per_page = 1.0f / (float)PAGE;

    State state = empty_state();
    for (int position = warp; position < length; position += WARPS) {
        Place place = locate(position, per_page);
        size_t at = address(mine, place) + lane;
        float score = warp_sum(query * k_cache[at]);
        push(state, score, v_cache[at]);
    }

    if (lane == 0) {
        shared_m[warp] = state.m;
        shared_l[warp] = state.l;
    }
    shared_acc[warp][lane] = state.acc;
    __syncthreads();

    if (warp == 0) {
        State all = empty_state();
        for (int w = 0; w < WARPS; w++) {
            State part;
            part.m = shared_m[w];
            part.l = shared_l[w];
            part.acc = shared_acc[w][lane];
            all = merge(all, part);
        }
        out[sequence * HEAD + lane] = all.acc / all.l;
    }
}

