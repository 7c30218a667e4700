// fpcheck: window_attention <<<40, 32>>> q=@b_fw_q.npy k=@b_fw_k.npy v=@b_fw_v.npy length=@b_fw_length.npy o=empty:40x32 window=12 keys=40 scale=0.1767766953 --ref 'o=@b_fw_o.npy' --tol rtol=2e-4,atol=2e-4
// expect: ok
// why: the running maximum is -inf until the first key that is not masked; whole tiles and whole rows are masked, the rescaling is guarded, and a row without keys is zero by definition
// figure: o[7, 19] computed 0.319023699, MPFR 0.319023528, worst of 1280, 0.00065 of the tolerance
#include <cuda_runtime.h>
#include <math_constants.h>

constexpr int D = 32;
constexpr int TILE = 8;

// Sliding-window causal attention with padding by online softmax. One warp is a query,
// one lane a dimension.
struct State {
    float m;      // largest score so far, -inf before the first
    float l;      // sum of exp(score - m)
    float acc;    // this lane's sum of exp(score - m) v
};

struct Tile {
    float k[TILE][D + 1];
    float v[TILE][D];
    float score[TILE];
};

struct Mask {
    int row;
    int window;
    int length;
};

__device__ bool visible(const Mask& mask, int key)
{
    return key <= mask.row && key > mask.row - mask.window && key < mask.length;
}

__device__ float warp_sum(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    return v;
}

// lanes without a key of the tile hold zeros, which the mask keeps out
__device__ void load(Tile& t, const float* k, const float* v, int first, int keys, int lane)
{
    for (int j = 0; j < TILE; ++j) {
        int key = first + j;
        bool there = key < keys;
        t.k[j][lane] = there ? k[key * D + lane] : 0.0f;
        t.v[j][lane] = there ? v[key * D + lane] : 0.0f;
    }
    __syncwarp();
}

__device__ void scores(Tile& t, float q, const Mask& mask, int first, float scale, int lane)
{
    for (int j = 0; j < TILE; ++j) {
        float dot = warp_sum(q * t.k[j][lane]);
        if (lane == 0)
            t.score[j] = visible(mask, first + j) ? dot * scale : -CUDART_INF_F;
    }
    __syncwarp();
}

__device__ float largest(const Tile& t)
{
    float m = -CUDART_INF_F;
    for (int j = 0; j < TILE; ++j)
        m = fmaxf(m, t.score[j]);
    return m;
}

// exp(a - b) where b may be -inf: then there is nothing to scale
__device__ float ratio(float a, float b)
{
    return a == -CUDART_INF_F ? 0.0f : expf(a - b);
}

__device__ State absorb(State s, const Tile& t, int lane)
{
    float m = fmaxf(s.m, largest(t));
    float shrink = ratio(s.m, m);
    s.l *= shrink;
    s.acc *= shrink;
    for (int j = 0; j < TILE; ++j) {
        float p = ratio(t.score[j], m);
        s.l += p;
        s.acc = fmaf(p, t.v[j][lane], s.acc);
    }
    s.m = m;
    return s;
}

__global__ void window_attention(const float* q, const float* k, const float* v, const int* length,
                                 float* o, int window, int keys, float scale)
{
    __shared__ Tile t;
    int lane = threadIdx.x;
    Mask mask;
    mask.row = blockIdx.x;
    mask.window = window;
    mask.length = length[blockIdx.x];
    State s = {-CUDART_INF_F, 0.0f, 0.0f};
    float mine = q[mask.row * D + lane];
    for (int first = 0; first < keys; first += TILE) {
        load(t, k, v, first, keys, lane);
        scores(t, mine, mask, first, scale, lane);
        s = absorb(s, t, lane);
        __syncwarp();
    }
    o[mask.row * D + lane] = s.l > 0.0f ? s.acc / s.l : 0.0f;
}
