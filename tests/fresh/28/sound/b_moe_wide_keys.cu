// fpcheck: route <<<T, 32>>> logits=@b_mw_logits.npy chosen=empty:20x2 gates=empty:20x2 T=20 E=40 ref=chosen=@b_mw_chosen.npy ref=y=@b_mw_y.npy --tol rtol=1e-4,atol=1e-5
// fpcheck+ place <<<1, 32>>> chosen=chosen slot=empty:20x2 filled=empty:40 T=20 E=40 capacity=3
// fpcheck+ scatter <<<T, 32>>> x=@b_mw_x.npy chosen=chosen slot=slot buffer=zeros:40x3x16 T=20 D=16 capacity=3
// fpcheck+ expert <<<E, 32>>> buffer=buffer filled=filled bias=@b_mw_bias.npy D=16 capacity=3 E=40
// fpcheck+ gather <<<T, 32>>> buffer=buffer chosen=chosen slot=slot gates=gates y=empty:20x16 T=20 D=16 capacity=3
// expect: ok
// why: the key holds all 32 bits of the logit above the expert in 64 bits, so logits one ulp apart and equal ones are told rightly (the lower number wins a tie)
// figure: computed -0.0157119036, MPFR -0.0157118746 (worst element of a float model of the kernel: error 2.9e-08, tolerance 1.2e-05)
#include <cuda_runtime.h>

constexpr unsigned FULL = 0xffffffffu;
constexpr int TOP = 2;

typedef unsigned long long Key;

// -0 and 0 are one number to the router.
__device__ __forceinline__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x + 0.0f);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

__device__ __forceinline__ Key make_key(float logit, int expert)
{
    return ((Key)ordered(logit) << 32) | (unsigned)~expert;
}

__device__ __forceinline__ int expert_of(Key key)
{
    return (int)~(unsigned)key;
}

__device__ Key warp_max(Key key)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) {
        Key other = __shfl_xor_sync(FULL, key, offset);
        key = other > key ? other : key;
    }
    return key;
}

__device__ Key best_below(const float *row, int E, Key limit)
{
    Key best = 0;
    for (int e = threadIdx.x; e < E; e += 32) {
        Key key = make_key(row[e], e);
        if (key < limit && key > best)
            best = key;
    }
    return warp_max(best);
}

__global__ void route(const float *logits, int *chosen, float *gates, int T, int E)
{
    int token = blockIdx.x;
    if (token >= T)
        return;
    const float *row = logits + token * E;
    Key first = best_below(row, E, ~(Key)0);
    Key second = best_below(row, E, first);
    if (threadIdx.x != 0)
        return;
    int a = expert_of(first);
    int b = expert_of(second);
    // exp of a difference that is not positive: neither overflows nor cancels.
    float ratio = expf(row[b] - row[a]);
    chosen[token * TOP] = a;
    chosen[token * TOP + 1] = b;
    gates[token * TOP] = 1.0f / (1.0f + ratio);
    gates[token * TOP + 1] = ratio / (1.0f + ratio);
}

// Slots in the order of the tokens, first choices before second ones: each expert is walked by one lane, so no atomics.
__global__ void place(const int *chosen, int *slot, int *filled, int T, int E, int capacity)
{
    for (int e = threadIdx.x; e < E; e += 32) {
        int used = 0;
        for (int k = 0; k < TOP; k++)
            for (int t = 0; t < T; t++) {
                int i = t * TOP + k;
                if (chosen[i] != e)
                    continue;
                slot[i] = used < capacity ? used : -1;
                used += used < capacity;
            }
        filled[e] = used;
    }
}

__device__ __forceinline__ int buffer_row(int e, int slot, int capacity)
{
    return e * capacity + slot;
}

__global__ void scatter(const float *x, const int *chosen, const int *slot, float *buffer, int T, int D, int capacity)
{
    int token = blockIdx.x;
    int d = threadIdx.x;
    if (token >= T || d >= D)
        return;
    float value = x[token * D + d];
#pragma unroll
    for (int k = 0; k < TOP; k++) {
        int i = token * TOP + k;
        if (slot[i] >= 0)
            buffer[buffer_row(chosen[i], slot[i], capacity) * D + d] = value;
    }
}

__device__ __forceinline__ float activation(float x)
{
    // x * sigmoid(x)
    return x / (1.0f + expf(-x));
}

// Stands in for the feed-forward layers of an expert.
__global__ void expert(float *buffer, const int *filled, const float *bias, int D, int capacity, int E)
{
    __shared__ int rows;
    int e = blockIdx.x;
    if (threadIdx.x == 0)
        rows = filled[e];
    __syncthreads();
    for (int i = threadIdx.x; i < rows * D; i += blockDim.x) {
        int row = buffer_row(e, i / D, capacity);
        float *cell = buffer + row * D + i % D;
        *cell = activation(*cell + bias[e * D + i % D]);
    }
}

__global__ void gather(const float *buffer, const int *chosen, const int *slot, const float *gates, float *y, int T, int D, int capacity)
{
    int token = blockIdx.x;
    int d = threadIdx.x;
    if (token >= T || d >= D)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < TOP; k++) {
        int i = token * TOP + k;
        // A dropped assignment adds nothing.
        if (slot[i] >= 0)
            sum = fmaf(gates[i], buffer[buffer_row(chosen[i], slot[i], capacity) * D + d], sum);
    }
    y[token * D + d] = sum;
}

// The share of assignments that found no slot: what the training loop logs.
__global__ void dropped_share(const int *slot, float *share, int T)
{
    int mine = 0;
    for (int i = threadIdx.x; i < T * TOP; i += 32)
        mine += slot[i] < 0;
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        mine += __shfl_xor_sync(FULL, mine, offset);
    if (threadIdx.x == 0)
        *share = (float)mine / (float)(T * TOP);
}
