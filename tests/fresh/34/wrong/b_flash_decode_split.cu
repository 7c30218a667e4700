// fpcheck: decode_split <<<(4, 3), 32>>> q=@b_flash_decode_split_q.npy k=@b_flash_decode_split_k.npy v=@b_flash_decode_split_v.npy seqlen=@b_flash_decode_split_len.npy part=empty:4x3x16 ml=empty:4x3x2 heads=4 steps=96
// fpcheck+ decode_merge <<<4, 16>>> part=part ml=ml codes=empty:4x16 heads=4 out_scale=0.02 --ref codes=@b_flash_decode_split_ref_codes.npy --tol atol=1
// expect: error NaN (0/0) hidden by a conversion at line 84
// why: a split without keys divides 0 by 0 and 0 * NaN stays NaN in the merge; the conversion to int8 hides it as 0 for heads 1 to 3 (as reported of split-KV decoding with short sequences)
// figure: codes[37] computed 0, exact 49
#include <cuda_runtime.h>
#include <math_constants.h>

// Flash decoding: one query token, the keys are cut into SPLITS pieces, each piece is worked on by one warp
// with an online softmax; a second kernel merges the pieces and quantises the attention output to int8 for
// the following int8 projection.

constexpr int SPLITS = 3;
constexpr int DH = 16;
constexpr unsigned FULL = 0xffffffffu;

struct State {
    float m;   // running maximum
    float l;   // running denominator
};

__device__ __forceinline__ float warp_max(float x)
{
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) x = fmaxf(x, __shfl_xor_sync(FULL, x, d));
    return x;
}

__device__ __forceinline__ float warp_sum(float x)
{
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) x += __shfl_xor_sync(FULL, x, d);
    return x;
}

__device__ __forceinline__ float dot_key(const float* __restrict__ q, const float* __restrict__ k)
{
    float s = 0.0f;
#pragma unroll
    for (int i = 0; i < DH; ++i) s = fmaf(q[i], k[i], s);
    return s * 0.25f;   // 1 / sqrt(DH)
}

__device__ __forceinline__ int ceil_div(int a, int b)
{
    return (a + b - 1) / b;
}

__global__ void decode_split(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v,
                             const int* __restrict__ seqlen, float* part, float* ml, int heads, int steps)
{
    const int h = blockIdx.x, split = blockIdx.y, lane = threadIdx.x;
    const int chunk = ceil_div(steps, SPLITS);
    const int first = split * chunk;
    const int last = min(first + chunk, seqlen[h]);   // this head's cache may end earlier

    State st = {-CUDART_INF_F, 0.0f};
    float acc[DH];
#pragma unroll
    for (int i = 0; i < DH; ++i) acc[i] = 0.0f;

    for (int base = first; base < last; base += 32) {
        const int t = base + lane;
        const bool live = t < last;
        const float s = live ? dot_key(q + h * DH, k + (t * heads + h) * DH) : -CUDART_INF_F;
        const float m_new = fmaxf(st.m, warp_max(s));
        const float fix = st.m == -CUDART_INF_F ? 0.0f : expf(st.m - m_new);
        const float p = live ? expf(s - m_new) : 0.0f;
        st.l = st.l * fix + warp_sum(p);
#pragma unroll
        for (int i = 0; i < DH; ++i) {
            const float w = live ? p * v[(t * heads + h) * DH + i] : 0.0f;
            acc[i] = acc[i] * fix + warp_sum(w);
        }
        st.m = m_new;
    }

    float* mine = part + (h * SPLITS + split) * DH;
    if (lane < DH) {
        float a = 0.0f;
#pragma unroll
        for (int i = 0; i < DH; ++i)
            if (i == lane) a = acc[i];
        mine[lane] = a / st.l;
    }
    if (lane == 0) {
        ml[(h * SPLITS + split) * 2 + 0] = st.m;
        ml[(h * SPLITS + split) * 2 + 1] = st.l;
    }
}

__device__ __forceinline__ signed char to_code(float x, float scale)
{
    const int c = __float2int_rn(x / scale);
    return (signed char)max(-127, min(127, c));
}

__global__ void decode_merge(const float* __restrict__ part, const float* __restrict__ ml, signed char* codes, int heads,
                             float out_scale)
{
    const int h = blockIdx.x, d = threadIdx.x;
    if (h >= heads) return;
    float m = -CUDART_INF_F;
    for (int s = 0; s < SPLITS; ++s) m = fmaxf(m, ml[(h * SPLITS + s) * 2]);

    float l = 0.0f, o = 0.0f;
    for (int s = 0; s < SPLITS; ++s) {
        const float w = expf(ml[(h * SPLITS + s) * 2] - m) * ml[(h * SPLITS + s) * 2 + 1];
        l += w;
        o += w * part[(h * SPLITS + s) * DH + d];
    }
    codes[h * DH + d] = to_code(o / l, out_scale);
}
