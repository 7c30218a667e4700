// fpcheck: decode_split <<<(4, 3), 32>>> q=@b_flash_decode_guarded_q.npy k=@b_flash_decode_guarded_k.npy v=@b_flash_decode_guarded_v.npy seqlen=@b_flash_decode_guarded_len.npy part=empty:4x3x16 ml=empty:4x3x2 heads=4 steps=96
// fpcheck+ decode_merge <<<4, 16>>> part=part ml=ml out=empty:4x16 lse=empty:4 heads=4 --ref out=@b_flash_decode_guarded_ref_out.npy --ref lse=@b_flash_decode_guarded_ref_lse.npy --tol rtol=1e-4,atol=1e-5
// expect: ok
// why: looks like the NaN of empty splits, but the weight of a maximum of -inf is set to 0 and nothing is divided before the merge; -inf as the log-sum-exp of an empty sequence is meant
// figure: out[22] computed -0.131482378, exact -0.131482483 (error 1.1e-07, 0.0046 of the tolerance; worst of 64)
#include <cuda_runtime.h>
#include <math_constants.h>

// Flash decoding with three splits of the keys. Short sequences leave splits empty, an empty sequence leaves all of
// them empty; its output is defined as 0 and its log-sum-exp as -inf.

constexpr int SPLITS = 3;
constexpr int DH = 16;
constexpr unsigned FULL = 0xffffffffu;

struct State {
    float m;   // running maximum, -inf before the first key
    float l;   // running denominator relative to m
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
    return s * 0.25f;
}

// exp(a - b), where a may be -inf; -inf - -inf never happens
__device__ __forceinline__ float weight(float a, float b)
{
    return a == -CUDART_INF_F ? 0.0f : expf(a - b);
}

__device__ __forceinline__ float pick(const float (&acc)[DH], int lane)
{
    float a = 0.0f;
#pragma unroll
    for (int i = 0; i < DH; ++i)
        if (i == lane) a = acc[i];
    return a;
}

__global__ void decode_split(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v,
                             const int* __restrict__ seqlen, float* part, float* ml, int heads, int steps)
{
    const int h = blockIdx.x, split = blockIdx.y, lane = threadIdx.x;
    const int chunk = (steps + SPLITS - 1) / SPLITS;
    const int first = split * chunk;
    const int last = min(first + chunk, seqlen[h]);

    State st = {-CUDART_INF_F, 0.0f};
    float acc[DH];
#pragma unroll
    for (int i = 0; i < DH; ++i) acc[i] = 0.0f;

    for (int base = first; base < last; base += 32) {
        const int t = base + lane;
        const bool live = t < last;
        const float s = live ? dot_key(q + h * DH, k + (t * heads + h) * DH) : -CUDART_INF_F;
        const float m_new = fmaxf(st.m, warp_max(s));   // finite: lane 0 is live
        const float fix = weight(st.m, m_new);
        const float p = weight(s, m_new);
        st.l = st.l * fix + warp_sum(p);
#pragma unroll
        for (int i = 0; i < DH; ++i) {
            const float w = live ? p * v[(t * heads + h) * DH + i] : 0.0f;
            acc[i] = acc[i] * fix + warp_sum(w);
        }
        st.m = m_new;
    }

    if (lane < DH) part[(h * SPLITS + split) * DH + lane] = pick(acc, lane);   // not divided: l may be 0
    if (lane == 0) {
        ml[(h * SPLITS + split) * 2 + 0] = st.m;
        ml[(h * SPLITS + split) * 2 + 1] = st.l;
    }
}

__global__ void decode_merge(const float* __restrict__ part, const float* __restrict__ ml, float* out, float* lse, int heads)
{
    const int h = blockIdx.x, d = threadIdx.x;
    if (h >= heads) return;
    float m = -CUDART_INF_F;
    for (int s = 0; s < SPLITS; ++s) m = fmaxf(m, ml[(h * SPLITS + s) * 2]);

    float l = 0.0f, o = 0.0f;
    for (int s = 0; s < SPLITS; ++s) {
        const float w = weight(ml[(h * SPLITS + s) * 2], m);
        l = fmaf(w, ml[(h * SPLITS + s) * 2 + 1], l);
        o = fmaf(w, part[(h * SPLITS + s) * DH + d], o);
    }
    out[h * DH + d] = l == 0.0f ? 0.0f : o / l;
    if (d == 0) lse[h] = m + logf(l);   // -inf + log(0) = -inf for an empty sequence, as agreed
}
