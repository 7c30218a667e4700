// fpcheck: pair_attention <<<6, 32>>> q=@b_attn_q.npy k=@b_attn_k.npy v=@b_attn_v.npy bias=@b_attn_bias.npy o=empty:6x32 lse=empty:6 keys=45 scale=0.1767766953 --ref 'o=@b_attn_o.npy' --ref 'lse=@b_attn_lse.npy' --tol rtol=2e-3,atol=2e-3
// expect: error mismatch at line 34
// why: the running maximum starts at 0 and not at -inf: rows whose scores are all below -100 underflow, and the guard of the divisor turns 0/0 into zeros (the usual slip of home-made flash attention)
// figure: lse[2] computed -46.0517006, MPFR -124.858425
#include <cuda_fp16.h>

constexpr int D = 32;
constexpr int TILE = 16;

// Attention of one query a warp over half-precision keys and values with an additive pair
// bias, by online softmax over tiles of 16 keys. A lane is a dimension of the head.
struct Softmax {
    float m;
    float l;
    float acc;
};

struct Shared {
    float k[TILE][D + 1];
    float v[TILE][D];
    float score[TILE];
};

__device__ float warp_sum(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    return v;
}

__device__ Softmax fresh()
{
    Softmax s;
    s.m = 0.0f;
    s.l = 0.0f;
    s.acc = 0.0f;
    return s;
}

__device__ void load_tile(Shared& sh, const __half* k, const __half* v, int first, int count, int lane)
{
    for (int j = 0; j < count; ++j) {
        sh.k[j][lane] = __half2float(k[(first + j) * D + lane]);
        sh.v[j][lane] = __half2float(v[(first + j) * D + lane]);
    }
    __syncwarp();
}

__device__ void score_tile(Shared& sh, float q, const float* bias, int count, float scale, int lane)
{
    for (int j = 0; j < count; ++j) {
        float dot = warp_sum(q * sh.k[j][lane]);
        if (lane == 0)
            sh.score[j] = fmaf(dot, scale, bias[j]);
    }
    __syncwarp();
}

__device__ float tile_max(const Shared& sh, int count)
{
    float m = sh.score[0];
    for (int j = 1; j < count; ++j)
        m = fmaxf(m, sh.score[j]);
    return m;
}

__device__ void merge_tile(Softmax& s, const Shared& sh, int count, int lane)
{
    float m = fmaxf(s.m, tile_max(sh, count));
    float old = expf(s.m - m);
    s.l *= old;
    s.acc *= old;
    for (int j = 0; j < count; ++j) {
        float p = expf(sh.score[j] - m);
        s.l += p;
        s.acc = fmaf(p, sh.v[j][lane], s.acc);
    }
    s.m = m;
}

__device__ float finish(const Softmax& s)
{
    return s.acc / fmaxf(s.l, 1e-20f);
}

__global__ void pair_attention(const float* q, const __half* k, const __half* v, const float* bias,
                               float* o, float* lse, int keys, float scale)
{
    __shared__ Shared sh;
    int lane = threadIdx.x;
    int row = blockIdx.x;
    float mine = q[row * D + lane];
    Softmax s = fresh();
    for (int first = 0; first < keys; first += TILE) {
        int count = min(TILE, keys - first);
        load_tile(sh, k, v, first, count, lane);
        score_tile(sh, mine, bias + row * keys + first, count, scale, lane);
        merge_tile(s, sh, count, lane);
        __syncwarp();
    }
    o[row * D + lane] = finish(s);
    if (lane == 0)
        lse[row] = s.m + logf(fmaxf(s.l, 1e-20f));
}
