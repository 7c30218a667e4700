// fpcheck: flash_window <<<(L/8, H), 64>>> q=@b_fw_q.npy k=@b_fw_k.npy v=@b_fw_v.npy out=empty:2x24x16 lse=empty:2x24 H=2 L=24 window=6 sinks=1 scale=0.25 ref=out=@b_fw_out.npy --tol rtol=1e-4,atol=1e-5
// expect: ok
// why: whole tiles are masked for some queries and the maximum stays -inf there; both exponentials are guarded, so no -inf minus -inf arises
// figure: computed -0.0518634841, MPFR -0.0518630878 (worst element of a float model of the kernel: error 4e-07, tolerance 1.5e-05)
#include <cuda_runtime.h>

// Attention over a sliding window, with the first tokens always visible ("sinks"). Scores live in the base-2 domain.

constexpr int HEAD = 16;
constexpr int ROWS = 8;      // queries of a block
constexpr int KEYS = 8;      // keys of a tile
constexpr int LANES = 8;     // threads that share a query
constexpr int EACH = HEAD / LANES;
constexpr float LOG2_E = 1.4426950408889634f;

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

struct Mask
{
    int length;
    int window;
    int sinks;

    __device__ bool visible(int query, int key) const
    {
        if (key > query || key >= length)
            return false;
        return key < sinks || query - key < window;
    }
};

struct Running
{
    float maximum;
    float sum;
    float acc[EACH];

    __device__ void start()
    {
        maximum = -INFINITY;
        sum = 0.0f;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            acc[e] = 0.0f;
    }

    // Before the first visible key everything is 0, whatever it is multiplied by.
    __device__ void rescale(float candidate)
    {
        float next = fmaxf(maximum, candidate);
        float shrink = maximum == -INFINITY ? 0.0f : exp2f(maximum - next);
        sum *= shrink;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            acc[e] *= shrink;
        maximum = next;
    }

    __device__ float weight(float score) const
    {
        return score == -INFINITY ? 0.0f : exp2f(score - maximum);
    }

    __device__ void add(float w, const float *values)
    {
        sum += w;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            acc[e] = fmaf(w, values[e], acc[e]);
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

__device__ float score_of(const float *mine, const float *key)
{
    float part = 0.0f;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        part = fmaf(mine[e], key[e], part);
    return group_sum<LANES>(part);
}

__global__ void flash_window(const float *q, const float *k, const float *v, float *out, float *lse, int H, int L, int window, int sinks,
                             float scale)
{
    __shared__ Tile tile;

    const int head = blockIdx.y;
    const int row = threadIdx.x / LANES;
    const int lane = threadIdx.x % LANES;
    const int query = blockIdx.x * ROWS + row;

    q += (size_t)head * L * HEAD;
    k += (size_t)head * L * HEAD;
    v += (size_t)head * L * HEAD;
    out += (size_t)head * L * HEAD;
    lse += (size_t)head * L;

    Mask mask;
    mask.length = L;
    mask.window = window;
    mask.sinks = sinks;

    float mine[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        mine[e] = query < L ? q[query * HEAD + lane * EACH + e] * (scale * LOG2_E) : 0.0f;

    Running state;
    state.start();
    // From the far end backwards: the first tiles of most queries are invisible as a whole.
    for (int first = (L - 1) / KEYS * KEYS; first >= 0; first -= KEYS) {
        __syncthreads();
        load_tile(tile, k, v, first, L);
        __syncthreads();

        float s[KEYS];
        float best = -INFINITY;
#pragma unroll
        for (int j = 0; j < KEYS; j++) {
            float value = score_of(mine, &tile.k[j][lane * EACH]);
            s[j] = mask.visible(query, first + j) ? value : -INFINITY;
            best = fmaxf(best, s[j]);
        }
        state.rescale(best);
#pragma unroll
        for (int j = 0; j < KEYS; j++)
            state.add(state.weight(s[j]), &tile.v[j][lane * EACH]);
    }

    if (query >= L)
        return;
    // A query sees at least itself, so the sum is at least 1.
    float norm = 1.0f / state.sum;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        out[query * HEAD + lane * EACH + e] = state.acc[e] * norm;
    if (lane == 0)
        lse[query] = (state.maximum + log2f(state.sum)) / LOG2_E;
}
