// fpcheck: scores <<<8, 32>>> q=@b_att_q.npy k=@b_att_k.npy s=empty:8x24:f16 keys=24 --ref out=@b_att_ref.npy --tol rtol=2e-2,atol=2e-2
// fpcheck+ combine <<<8, 64>>> s=s v=@b_att_v.npy out=empty:8x64 keys=24
// fpcheck+ log_sums <<<1, 32>>> s=s lse=empty:8 keys=24 queries=8
// expect: error overflow at line 40
// why: the dot product is made a half before it is scaled by 1/sqrt(64): it reaches 10^5, beyond 65504, and two infinities of a row end as NaN that the guard of the sum makes 0; reports of fp16 attention with large activations (T5, Qwen) are just that
// figure: out[214] computed 0, MPFR -2.95898438
#include <cuda_fp16.h>

namespace attention {

constexpr int D = 64;

struct Running {
    float peak, total;
};

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float dot(const __half *a, const __half *b)
{
    float s = 0.0f;
    for (int i = threadIdx.x; i < D; i += 32)
        s += __half2float(a[i]) * __half2float(b[i]);
    return warp_sum(s);
}

__device__ float softmax_scale()
{
    return rsqrtf((float)D);
}

// the table of scores is kept in half, as the tensor core version keeps its tiles
__device__ __half score(const __half *q, const __half *k)
{
    __half raw = __float2half(dot(q, k));
    return __hmul(raw, __float2half(softmax_scale()));
}

__device__ Running statistics(const __half *row, int keys)
{
    Running r;
    r.peak = -65504.0f;
    for (int j = 0; j < keys; j++)
        r.peak = fmaxf(r.peak, __half2float(row[j]));
    r.total = 0.0f;
    for (int j = 0; j < keys; j++)
        r.total += __expf(__half2float(row[j]) - r.peak);
    return r;
}

__device__ float reciprocal(float total)
{
    return total > 0.0f ? 1.0f / total : 0.0f;
}

__device__ float weight(const __half *row, int j, const Running &r)
{
    float w = __expf(__half2float(row[j]) - r.peak) * reciprocal(r.total);
    return w >= 0.0f ? w : 0.0f;
}

} // namespace attention

__global__ void scores(const __half *q, const __half *k, __half *s, int keys)
{
    using namespace attention;
    int query = blockIdx.x;
    for (int j = 0; j < keys; j++) {
        __half value = score(q + query * D, k + j * D);
        if (threadIdx.x == 0)
            s[query * keys + j] = value;
    }
}

__global__ void combine(const __half *s, const __half *v, float *out, int keys)
{
    using namespace attention;
    int query = blockIdx.x;
    const __half *row = s + query * keys;
    Running r = statistics(row, keys);
    float sum = 0.0f;
    for (int j = 0; j < keys; j++)
        sum += weight(row, j, r) * __half2float(v[j * D + threadIdx.x]);
    out[query * D + threadIdx.x] = sum;
}

// log of the softmax's denominator, which the backward pass wants; rows without weight get the lowest half
__global__ void log_sums(const __half *s, float *lse, int keys, int queries)
{
    using namespace attention;
    int query = threadIdx.x;
    if (query >= queries)
        return;
    Running r = statistics(s + query * keys, keys);
    float v = r.peak + __logf(r.total);
    lse[query] = v >= -65504.0f ? v : -65504.0f;
}
