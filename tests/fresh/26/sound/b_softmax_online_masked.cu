// fpcheck: masked_softmax <<<3, 64>>> x=randn:3x100 length=[100,0,37] y=empty:3x100 cols=100 scale=0.5
// expect: ok
// why: rows of any length, also 0, are kept by pairs whose maximum may be -inf: the difference of two infinities is never formed
// figure: row 1 (length 0) is all zeros as meant; for randn rows the sum of 100 positive terms is good to a few ulp, y to about 3e-7 relative
// Softmax of the first length[row] columns of each row, zeros after them; one pass for the maximum and the sum together.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math_constants.h>
#define WARPS 2

struct Running {
    float top;     // the greatest value so far, -inf for none
    float weight;  // the sum of exp(value - top)
};

__device__ Running nothing()
{
    Running r;
    r.top = -CUDART_INF_F;
    r.weight = 0.0f;
    return r;
}

__device__ bool is_nothing(Running r)
{
    return r.top == -CUDART_INF_F;
}

__device__ Running with_value(Running r, float v)
{
    if (v <= r.top) {
        r.weight += expf(v - r.top);
        return r;
    }
    Running n;
    n.top = v;
    n.weight = is_nothing(r) ? 1.0f : fmaf(r.weight, expf(r.top - v), 1.0f);
    return n;
}

__device__ Running merged(Running a, Running b)
{
    if (is_nothing(a))
        return b;
    if (is_nothing(b))
        return a;
    Running r;
    r.top = fmaxf(a.top, b.top);
    r.weight = a.weight * expf(a.top - r.top) + b.weight * expf(b.top - r.top);
    return r;
}

__device__ Running exchanged(Running r, int mask)
{
    Running o;
    o.top = __shfl_xor_sync(0xffffffffu, r.top, mask);
    o.weight = __shfl_xor_sync(0xffffffffu, r.weight, mask);
    return o;
}

__device__ Running over_warp(Running r)
{
    for (int mask = 16; mask > 0; mask >>= 1)
        r = merged(r, exchanged(r, mask));
    return r;
}

__device__ Running over_block(Running r, Running *parts)
{
    int warp = threadIdx.x >> 5;
    r = over_warp(r);
    if ((threadIdx.x & 31) == 0)
        parts[warp] = r;
    __syncthreads();
    Running all = parts[0];
    for (int w = 1; w < WARPS; ++w)
        all = merged(all, parts[w]);
    return all;
}

__global__ void masked_softmax(const float *x, const int *length, float *y, int cols, float scale)
{
    __shared__ Running parts[WARPS];
    const float *row = x + blockIdx.x * cols;
    float *out = y + blockIdx.x * cols;
    int used = length[blockIdx.x];

    Running mine = nothing();
    for (int c = threadIdx.x; c < used; c += blockDim.x)
        mine = with_value(mine, scale * row[c]);
    Running all = over_block(mine, parts);

    if (is_nothing(all)) {
        for (int c = threadIdx.x; c < cols; c += blockDim.x)
            out[c] = 0.0f;
        return;
    }
    float inverse = 1.0f / all.weight;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        out[c] = c < used ? expf(scale * row[c] - all.top) * inverse : 0.0f;
}

__global__ void rms_norm(const __half *x, const __half *gain, __half *y, int d, float eps)
{
    int lane = threadIdx.x;
    float acc = 0.0f;
    for (int i = lane; i < d; i += 32) {
        float v = __half2float(x[i]);
        acc = fmaf(v, v, acc);
    }
    for (int o = 16; o > 0; o >>= 1)
        acc += __shfl_xor_sync(0xffffffffu, acc, o);
    float scale = rsqrtf(acc / d + eps);
    for (int i = lane; i < d; i += 32)
        y[i] = __float2half(__half2float(x[i]) * scale * __half2float(gain[i]));
}

__global__ void loss(const float *z, const int *label, float *out, int c)
{
    int r = threadIdx.x;
    const float *row = z + r * c;
    int top = 0;
    for (int j = 1; j < c; ++j)
        if (row[j] > row[top])
            top = j;
    float others = 0.0f;
    for (int j = 0; j < c; ++j)
        if (j != top)
            others += expf(row[j] - row[top]);
    out[r] = (row[top] - row[label[r]]) + log1pf(others);
}

__device__ __half2 pack_id(int id)
{
    return __halves2half2(__int2half_rn(id >> 10), __int2half_rn(id & 1023));
}

__device__ int unpack_id(__half2 h)
{
    return (__half2int_rn(__low2half(h)) << 10) + __half2int_rn(__high2half(h));
}

__global__ void gather(const int *ids, const float *table, float *out, int n)
{
    __shared__ __half2 staged[32];
    int t = threadIdx.x;
    if (t < n)
        staged[t] = pack_id(ids[t]);
    __syncthreads();
    if (t < n)
        out[t] = table[unpack_id(staged[t])];
}
