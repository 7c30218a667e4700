// fpcheck: flash_forward <<<(L/16, H), 64>>> q=@b_flash_q.npy k=@b_flash_k.npy v=@b_flash_v.npy slopes=[0.25,0.0625] out=empty:2x32x16 lse=empty:2x32 H=2 L=32 scale=0.25 ref=out=@b_flash_out.npy --tol rtol=1e-3,atol=1e-4
// expect: error mismatch at line 37
// why: the running maximum starts at 0, so where every score lies near -110 each exp underflows to 0, the sum is 0 and the guard max(l, 1e-20) turns the row into zeros
// figure: computed 0, MPFR 0.426077497 (out[1][5][3]; all scores below -114.8, exp underflows)
#include <cuda_runtime.h>

constexpr int HEAD = 16;     // elements of a head
constexpr int ROWS = 16;     // queries of a block
constexpr int KEYS = 16;     // keys of a tile
constexpr int LANES = 4;     // threads that share a query
constexpr int EACH = HEAD / LANES;

struct Tile
{
    float k[KEYS][HEAD + 1];
    float v[KEYS][HEAD + 1];
};

template <int WIDTH>
__device__ __forceinline__ float group_sum(float x)
{
#pragma unroll
    for (int offset = WIDTH / 2; offset > 0; offset >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, offset, WIDTH);
    return x;
}

// What a query carries from one tile of keys to the next.
struct Running
{
    float maximum;
    float sum;
    float acc[EACH];

    __device__ void start()
    {
        maximum = 0.0f;
        sum = 0.0f;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            acc[e] = 0.0f;
    }

    __device__ void rescale(float candidate)
    {
        float next = fmaxf(maximum, candidate);
        float shrink = __expf(maximum - next);
        sum *= shrink;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            acc[e] *= shrink;
        maximum = next;
    }

    __device__ void add(float weight, const float *values)
    {
        sum += weight;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            acc[e] = fmaf(weight, values[e], acc[e]);
    }
};

__device__ void load_tile(Tile &tile, const float *k, const float *v, int first, int L)
{
    for (int i = threadIdx.x; i < KEYS * HEAD; i += blockDim.x) {
        int row = i / HEAD;
        int column = i % HEAD;
        bool inside = first + row < L;
        tile.k[row][column] = inside ? k[(first + row) * HEAD + column] : 0.0f;
        tile.v[row][column] = inside ? v[(first + row) * HEAD + column] : 0.0f;
    }
}

__device__ float score(const float *mine, const float *key, float scale)
{
    float part = 0.0f;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        part = fmaf(mine[e], key[e], part);
    return group_sum<LANES>(part) * scale;
}

// ALiBi: a linear penalty for keys that are further back.
__device__ float alibi(float slope, int query, int key)
{
    return -slope * (float)(query - key);
}

__global__ void flash_forward(const float *q, const float *k, const float *v, const float *slopes, float *out, float *lse, int H, int L,
                              float scale)
{
    __shared__ Tile tile;

    const int head = blockIdx.y;
    const int row = threadIdx.x / LANES;
    const int lane = threadIdx.x % LANES;
    const int query = blockIdx.x * ROWS + row;
    const bool active = query < L;

    q += (size_t)head * L * HEAD;
    k += (size_t)head * L * HEAD;
    v += (size_t)head * L * HEAD;
    out += (size_t)head * L * HEAD;
    lse += (size_t)head * L;

    float mine[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        mine[e] = active ? q[query * HEAD + lane * EACH + e] : 0.0f;

    Running state;
    state.start();
    const float slope = slopes[head];

    // Causal: tiles beyond the last query of this block need no look.
    const int last = min(L, (int)(blockIdx.x + 1) * ROWS);
    for (int first = 0; first < last; first += KEYS) {
        __syncthreads();
        load_tile(tile, k, v, first, L);
        __syncthreads();

        float s[KEYS];
        float best = -INFINITY;
#pragma unroll
        for (int j = 0; j < KEYS; j++) {
            int key = first + j;
            float value = score(mine, &tile.k[j][lane * EACH], scale);
            bool visible = active && key <= query && key < L;
            s[j] = visible ? value + alibi(slope, query, key) : -INFINITY;
            best = fmaxf(best, s[j]);
        }
        if (best == -INFINITY)
            best = state.maximum;
        state.rescale(best);
#pragma unroll
        for (int j = 0; j < KEYS; j++) {
            float weight = __expf(s[j] - state.maximum);
            state.add(weight, &tile.v[j][lane * EACH]);
        }
    }

    if (!active)
        return;
    float norm = 1.0f / fmaxf(state.sum, 1e-20f);
#pragma unroll
    for (int e = 0; e < EACH; e++)
        out[query * HEAD + lane * EACH + e] = state.acc[e] * norm;
    if (lane == 0)
        lse[query] = state.maximum + logf(fmaxf(state.sum, 1e-20f));
}
