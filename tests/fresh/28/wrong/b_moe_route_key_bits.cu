// fpcheck: route <<<T, 32>>> logits=@b_moe_logits.npy chosen=empty:16x2 gates=empty:16x2 T=16 E=64 ref=chosen=@b_moe_chosen.npy ref=y=@b_moe_y.npy --tol rtol=1e-4,atol=1e-5
// fpcheck+ count_tokens <<<1, 64>>> chosen=chosen counts=empty:64 offsets=empty:65 T=16 E=64
// fpcheck+ dispatch <<<1, 32>>> chosen=chosen offsets=offsets order=empty:32 T=16 E=64
// fpcheck+ mix <<<T, 32>>> x=@b_moe_x.npy order=order offsets=offsets chosen=chosen gates=gates bias=@b_moe_bias.npy y=empty:16x32 T=16 D=32 E=64
// expect: error flip at line 23
// why: the sort key keeps 24 of the logit's 32 bits to make room for the expert, so of two experts 40 ulps apart the lower number wins instead of the larger logit
// figure: computed expert 2, MPFR expert 60 (chosen[0][0]; 8 of 32 differ)
#include <cuda_runtime.h>

constexpr unsigned FULL = 0xffffffffu;
constexpr int TOP = 2;

// Floats as unsigned numbers of the same order.
__device__ __forceinline__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

// The logit above, the expert below (the lower number wins a tie): one maximum finds both.
__device__ __forceinline__ unsigned make_key(float logit, int expert)
{
    return (ordered(logit) & 0xffffff00u) | (unsigned)(255 - expert);
}

__device__ __forceinline__ int expert_of(unsigned key)
{
    return 255 - (int)(key & 0xffu);
}

__device__ unsigned warp_max(unsigned key)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        key = max(key, __shfl_xor_sync(FULL, key, offset));
    return key;
}

__device__ unsigned best_key(const float *row, int E, int skip)
{
    unsigned best = 0;
    for (int e = threadIdx.x; e < E; e += 32) {
        if (e == skip)
            continue;
        best = max(best, make_key(row[e], e));
    }
    return warp_max(best);
}

// The two largest logits of a token, and the softmax over those two.
__global__ void route(const float *logits, int *chosen, float *gates, int T, int E)
{
    int token = blockIdx.x;
    if (token >= T)
        return;
    const float *row = logits + token * E;
    int first = expert_of(best_key(row, E, -1));
    int second = expert_of(best_key(row, E, first));
    if (threadIdx.x != 0)
        return;
    float difference = row[second] - row[first];
    float weight = 1.0f / (1.0f + __expf(difference));
    chosen[token * TOP] = first;
    chosen[token * TOP + 1] = second;
    gates[token * TOP] = weight;
    gates[token * TOP + 1] = 1.0f - weight;
}

// How many assignments each expert has, and where its first one lies.
__global__ void count_tokens(const int *chosen, int *counts, int *offsets, int T, int E)
{
    __shared__ int shared[64];
    int e = threadIdx.x;
    if (e < E)
        shared[e] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < T * TOP; i += blockDim.x)
        atomicAdd(&shared[chosen[i]], 1);
    __syncthreads();
    if (e < E)
        counts[e] = shared[e];
    if (e == 0) {
        int sum = 0;
        for (int i = 0; i < E; i++) {
            offsets[i] = sum;
            sum += shared[i];
        }
        offsets[E] = sum;
    }
}

// Assignments by expert, in the order of the tokens: each lane looks at one expert after the other.
__global__ void dispatch(const int *chosen, const int *offsets, int *order, int T, int E)
{
    for (int e = threadIdx.x; e < E; e += 32) {
        int place = offsets[e];
        if (place == offsets[e + 1])
            continue;
        for (int i = 0; i < T * TOP; i++)
            if (chosen[i] == e)
                order[place++] = i;
    }
}

__device__ int find_place(const int *order, int first, int last, int assignment)
{
    for (int p = first; p < last; p++)
        if (order[p] == assignment)
            return p;
    return -1;
}

// Stands in for the experts: expert e adds its own bias and squashes.
__device__ float expert_output(float x, float bias)
{
    return tanhf(x + bias);
}

__global__ void mix(const float *x, const int *order, const int *offsets, const int *chosen, const float *gates, const float *bias, float *y,
                    int T, int D, int E)
{
    int token = blockIdx.x;
    int d = threadIdx.x;
    if (token >= T || d >= D)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int slot = 0; slot < TOP; slot++) {
        int assignment = token * TOP + slot;
        int e = chosen[assignment];
        int place = find_place(order, offsets[e], offsets[e + 1], assignment);
        if (place < 0)
            continue;
        int source = order[place] / TOP;
        sum = fmaf(gates[assignment], expert_output(x[source * D + d], bias[e * D + d]), sum);
    }
    y[token * D + d] = sum;
}

// The balance loss of the switch transformer: E times the sum of (share of the tokens) * (mean gate), over the experts.
__global__ void balance_loss(const int *chosen, const float *gates, const int *counts, float *loss, int T, int E)
{
    float sum = 0.0f;
    for (int e = threadIdx.x; e < E; e += 32) {
        float gate = 0.0f;
        for (int i = 0; i < T * TOP; i++)
            if (chosen[i] == e)
                gate += gates[i];
        sum += (float)counts[e] / (float)(T * TOP) * (gate / (float)T);
    }
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        sum += __shfl_xor_sync(FULL, sum, offset);
    if (threadIdx.x == 0)
        *loss = (float)E * sum;
}
