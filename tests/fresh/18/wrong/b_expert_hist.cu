// fpcheck: gate_top2 <<<8, 32>>> hidden=uniform(-1,1):8x16 router=uniform(-1,1):48x16 probs=empty:8x48 choice=empty:16 weight=empty:16
// fpcheck+ count_experts <<<1, 32>>> count=empty:48 slot=empty:16 total=16
// fpcheck+ expert_offsets <<<1, 32>>> offset=empty:49
// fpcheck+ dispatch <<<16, 16>>> packed=inout:zeros:16x16 gatew=empty:16 total=16
// expect: error uninitialised shared memory at line 130: 32 threads zero the first 32 of 48 counters; the other experts count on from whatever was in shared memory
// why: 32 threads zero the first 32 of 48 counters; the other experts count on from whatever was in shared memory
// figure: count[e] for e of 32 to 47 is what shared memory held plus the choices; right 0 or the number of choices, and slots below 16
#include <math_constants.h>

#define EXPERTS 48
#define DIM 16
#define WARP 32
#define FULL 0xffffffffu

struct Best {
    float value;
    int index;
};

__device__ Best better(Best a, Best b)
{
    if (b.value > a.value || (b.value == a.value && b.index < a.index))
        return b;
    return a;
}

__device__ Best warp_best(Best b)
{
    for (int d = 16; d > 0; d >>= 1) {
        Best o;
        o.value = __shfl_xor_sync(FULL, b.value, d);
        o.index = __shfl_xor_sync(FULL, b.index, d);
        b = better(b, o);
    }
    return b;
}

__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(FULL, v, d));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(FULL, v, d);
    return v;
}

__device__ float logit(const float *h, const float *w)
{
    float acc = 0.0f;
#pragma unroll
    for (int k = 0; k < DIM; k++)
        acc = fmaf(h[k], w[k], acc);
    return acc;
}

// One warp a token: softmax over the experts and the two best of them.
__global__ void gate_top2(const float *hidden, const float *router, float *probs, int *choice, float *weight)
{
    int token = blockIdx.x;
    int lane = threadIdx.x;
    __shared__ float h[DIM];
    if (lane < DIM)
        h[lane] = hidden[token * DIM + lane];
    __syncthreads();

    float l[2];
    for (int k = 0; k < 2; k++) {
        int e = lane + k * WARP;
        l[k] = e < EXPERTS ? logit(h, router + e * DIM) : -CUDART_INF_F;
    }
    float m = warp_max(fmaxf(l[0], l[1]));
    float p[2];
    float s = 0.0f;
    for (int k = 0; k < 2; k++) {
        p[k] = expf(l[k] - m);
        s += p[k];
    }
    s = warp_sum(s);
    for (int k = 0; k < 2; k++) {
        int e = lane + k * WARP;
        p[k] /= s;
        if (e < EXPERTS)
            probs[token * EXPERTS + e] = p[k];
    }

    float first = 0.0f;
    for (int r = 0; r < 2; r++) {
        Best b;
        b.value = -1.0f;
        b.index = EXPERTS;
        for (int k = 0; k < 2; k++) {
            Best c;
            c.value = p[k];
            c.index = lane + k * WARP;
            if (c.index < EXPERTS)
                b = better(b, c);
        }
        b = warp_best(b);
        for (int k = 0; k < 2; k++)
            if (lane + k * WARP == b.index)
                p[k] = -1.0f;
        if (r == 0)
            first = b.value;
        if (lane == 0) {
            choice[2 * token + r] = b.index;
            weight[2 * token + r] = b.value;
        }
        if (r == 1 && lane == 0) {
            float norm = first + b.value;
            weight[2 * token] = first / norm;
            weight[2 * token + 1] = b.value / norm;
        }
    }
}

// How many of the choices fall on each expert, and each one's place there.
__global__ void count_experts(const int *choice, int *count, int *slot, int total)
{
    __shared__ int c[EXPERTS];
    int t = threadIdx.x;
    if (t < EXPERTS)
        c[t] = 0;
    __syncthreads();
    for (int i = t; i < total; i += blockDim.x)
        slot[i] = atomicAdd(&c[choice[i]], 1);
    __syncthreads();
    for (int e = t; e < EXPERTS; e += blockDim.x)
        count[e] = c[e];
}

// Exclusive scan of 48 counts by one warp.
__global__ void expert_offsets(const int *count, int *offset)
{
    int lane = threadIdx.x;
    int carry = 0;
    for (int base = 0; base < EXPERTS; base += WARP) {
        int e = base + lane;
        int own = e < EXPERTS ? count[e] : 0;
        int v = own;
        for (int d = 1; d < WARP; d <<= 1) {
            int o = __shfl_up_sync(FULL, v, d);
            if (lane >= d)
                v += o;
        }
        if (e < EXPERTS)
            offset[e] = carry + v - own;
        carry += __shfl_sync(FULL, v, WARP - 1);
    }
    if (lane == 0)
        offset[EXPERTS] = carry;
}

__global__ void dispatch(const float *hidden, const int *choice, const int *slot, const int *offset,
                         const float *weight, float *packed, float *gatew, int total)
{
    int i = blockIdx.x;
    int k = threadIdx.x;
    int row = offset[choice[i]] + slot[i];
    if (row < 0 || row >= total)
        return;
    packed[row * DIM + k] = hidden[(i / 2) * DIM + k];
    if (k == 0)
        gatew[row] = weight[i];
}
