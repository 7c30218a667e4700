// fpcheck: top_p_filter<<<2, 128>>> logits=uniform(-0.05,0.05):2x512 kept=empty:2 mass=empty:2 probs=empty:2x512 p=0.9
// expect: error absorbed at line 119
// why: the cumulative probability is kept in bf16, where 0.5 plus 1/512 is a tie or less and stays 0.5: it never reaches p and nothing is cut off
// figure: kept of a draw: computed 512 (cumulative stays at 0.5), MPFR 459
#include <cuda_runtime.h>
#include <cuda_bf16.h>

#define VOCAB 512
#define THREADS 128

// ---------------------------------------------------------------------------
// Nucleus filter: softmax, descending sort, the smallest prefix whose mass
// reaches p, renormalised. A row per block.
// ---------------------------------------------------------------------------

struct Scratch {
    float value[VOCAB];
    float warp[THREADS / 32];
    float broadcast;
    int count;
};

__device__ __forceinline__ float warp_max(float v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float block_max(Scratch &s, float v)
{
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    v = warp_max(v);
    if (lane == 0)
        s.warp[warp] = v;
    __syncthreads();
    float m = s.warp[0];
    for (int w = 1; w < THREADS / 32; w++)
        m = fmaxf(m, s.warp[w]);
    __syncthreads();
    return m;
}

__device__ float block_sum(Scratch &s, float v)
{
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0)
        s.warp[warp] = v;
    __syncthreads();
    float total = 0.0f;
    for (int w = 0; w < THREADS / 32; w++)
        total += s.warp[w];
    __syncthreads();
    return total;
}

__device__ void softmax(Scratch &s, const float *logits)
{
    float m = -3.0e38f;
    for (int i = threadIdx.x; i < VOCAB; i += THREADS)
        m = fmaxf(m, logits[i]);
    m = block_max(s, m);

    float sum = 0.0f;
    for (int i = threadIdx.x; i < VOCAB; i += THREADS) {
        float e = expf(logits[i] - m);
        s.value[i] = e;
        sum += e;
    }
    sum = block_sum(s, sum);

    float inverse = 1.0f / sum;
    for (int i = threadIdx.x; i < VOCAB; i += THREADS)
        s.value[i] *= inverse;
    __syncthreads();
}

__device__ __forceinline__ void order(float &a, float &b, bool descending)
{
    if ((a < b) == descending) {
        float c = a;
        a = b;
        b = c;
    }
}

// Bitonic, in shared memory.
__device__ void sort_descending(Scratch &s)
{
    for (int size = 2; size <= VOCAB; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            for (int i = threadIdx.x; i < VOCAB / 2; i += THREADS) {
                int low = 2 * i - (i & (stride - 1));
                bool descending = (low & size) == 0;
                order(s.value[low], s.value[low + stride], descending);
            }
            __syncthreads();
        }
    }
}

// How many of the sorted probabilities are needed to reach p.
__device__ int prefix_for(const Scratch &s, float p)
{
    __nv_bfloat16 cumulative = __float2bfloat16_rn(0.0f);
    int count = 0;
    while (count < VOCAB) {
        float next = __bfloat162float(cumulative) + s.value[count];
        cumulative = __float2bfloat16_rn(next);
        count++;
        if (__bfloat162float(cumulative) >= p)
            break;
    }
    return count;
}

__global__ void top_p_filter(const float *logits, int *kept, float *mass, float *probs, float p)
{
    __shared__ Scratch s;
    int row = blockIdx.x;

    softmax(s, logits + row * VOCAB);
    sort_descending(s);

    if (threadIdx.x == 0)
        s.count = prefix_for(s, p);
    __syncthreads();
    int count = s.count;

    float sum = 0.0f;
    for (int i = threadIdx.x; i < count; i += THREADS)
        sum += s.value[i];
    sum = block_sum(s, sum);

    for (int i = threadIdx.x; i < VOCAB; i += THREADS)
        probs[row * VOCAB + i] = i < count ? s.value[i] / sum : 0.0f;

    if (threadIdx.x == 0) {
        kept[row] = count;
        mass[row] = sum;
    }
}
