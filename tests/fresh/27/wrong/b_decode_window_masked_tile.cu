// fpcheck: decode_window <<<2, 128>>> q=randn:2x32 k=randn:2x128x32 v=const(1.5):2x128x32 out=empty:2x32 len=128 window=40 scale=0.17677669 cap=30.0 out_scale=0.02
// expect: error NaN hidden by a conversion at line 77
// why: a tile that the window masks whole leaves m at -inf, exp(-inf - -inf) is NaN, and the int8 conversion turns NaN into 0
// figure: computed out[0] = 0 (NaN converted), MPFR 75 (1.5 / 0.02, whatever the weights)
#include <math_constants.h>

// One decode step of attention with a sliding window. One block per head; each of the four warps walks every fourth tile of 32 keys with
// an online softmax of its own, then the four partial results are merged and quantised for the int8 projection that follows.
constexpr int HEAD = 32;
constexpr int TILE = 32;
constexpr int WARPS = 4;
constexpr unsigned FULL = 0xffffffffu;

static_assert(HEAD == 32, "a lane holds one dimension of the result");
static_assert(TILE == 32, "a lane scores one key of a tile");

struct Partial {
    float m;   // running maximum
    float l;   // running sum of exponentials
    float acc; // this lane's dimension of the weighted sum
};

__device__ float warp_max(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(FULL, x, o));
    return x;
}

__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(FULL, x, o);
    return x;
}

__device__ float score(const float *query, const float *key, float scale)
{
    float s0 = 0.0f;
    float s1 = 0.0f;
    #pragma unroll
    for (int d = 0; d < HEAD; d += 2) {
        s0 = fmaf(query[d], key[d], s0);
        s1 = fmaf(query[d + 1], key[d + 1], s1);
    }
    return (s0 + s1) * scale;
}

// Logits are capped smoothly, so that no key takes everything.
__device__ float soft_cap(float s, float cap)
{
    return cap * tanhf(s / cap);
}

// The query is normalised to unit mean square before it meets the keys; a warp holds it, one dimension a lane.
__device__ float normalised(float x)
{
    float mean_square = warp_sum(x * x) / (float)HEAD;
    return x * rsqrtf(mean_square + 1e-6f);
}

__device__ bool visible(int key, int len, int window)
{
    return key < len && key >= len - window;
}

__device__ void step(Partial &part, const float *query, const float *keys, const float *values, int first, int len, int window,
                     float scale, float cap, int lane)
{
    int key = first + lane;
    float s = -CUDART_INF_F;
    if (visible(key, len, window))
        s = soft_cap(score(query, keys + key * HEAD, scale), cap);

    float m = fmaxf(part.m, warp_max(s));
    float base = m;
    float alpha = __expf(part.m - base);
    float p = __expf(s - base);

    part.l = part.l * alpha + warp_sum(p);
    float acc = part.acc * alpha;
    for (int j = 0; j < TILE; j++) {
        float pj = __shfl_sync(FULL, p, j);
        if (first + j < len)
            acc = fmaf(pj, values[(first + j) * HEAD + lane], acc);
    }
    part.acc = acc;
    part.m = m;
}

__device__ signed char quantise(float x, float inv_scale)
{
    int q = __float2int_rn(x * inv_scale);
    q = max(-127, min(127, q));
    return (signed char)q;
}

__global__ void decode_window(const float *q, const float *k, const float *v, signed char *out, int len, int window, float scale,
                              float cap, float out_scale)
{
    __shared__ float query[HEAD];
    __shared__ float part_m[WARPS];
    __shared__ float part_l[WARPS];
    __shared__ float part_acc[WARPS][HEAD];

    int head = blockIdx.x;
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    const float *keys = k + (size_t)head * len * HEAD;
    const float *values = v + (size_t)head * len * HEAD;

    if (warp == 0)
        query[lane] = normalised(q[head * HEAD + lane]);
    __syncthreads();

    Partial part;
    part.m = -CUDART_INF_F;
    part.l = 0.0f;
    part.acc = 0.0f;

    int tiles = (len + TILE - 1) / TILE;
    for (int t = warp; t < tiles; t += WARPS)
        step(part, query, keys, values, t * TILE, len, window, scale, cap, lane);

    if (lane == 0) {
        part_m[warp] = part.m;
        part_l[warp] = part.l;
    }
    part_acc[warp][lane] = part.acc;
    __syncthreads();

    if (warp != 0)
        return;

    // Merge: every warp's sums are brought to the maximum of all.
    float top = -CUDART_INF_F;
    for (int w = 0; w < WARPS; w++)
        top = fmaxf(top, part_m[w]);

    float total = 0.0f;
    float result = 0.0f;
    for (int w = 0; w < WARPS; w++) {
        float weight = __expf(part_m[w] - top);
        total = fmaf(weight, part_l[w], total);
        result = fmaf(weight, part_acc[w][lane], result);
    }

    result /= fmaxf(total, 1e-20f);
    out[head * HEAD + lane] = quantise(result, 1.0f / out_scale);
}
