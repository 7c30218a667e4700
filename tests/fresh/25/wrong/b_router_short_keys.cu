// fpcheck: route <<<4, 32>>> logits=[-1.74,-1.34,-1.36,2.502,-2.31,2.504,-0.96,0.89,0.96,2.5,0.77,-0.05,0.86,1.51,-0.65,0.61,-0.04,3.007,-0.84,-0.3,0.36,0.26,-1.64,0.36,-0.12,-0.24,-0.16,0.22,-1.82,1.55,3.001,-2.24,-0.08,1.46,-0.52,1.55,1.56,-0.86,-2.47,2.9,2.4,-0.82,-1.51,-1.34,0.0,-0.03,0.87,0.99,1.999,-0.16,1.998,0.07,-1.15,-1.2,1.0,0.03,0.64,1.0,0.79,-0.11,0.05,-0.74,1.09,1.997] expert=empty:8 gate=empty:8 load=inout:zeros:16:i32 slot=empty:8 experts=16 want=[5,3,1,14,7,8,0,2] ref=expert=want --tol rtol=0,atol=0.5
// expect: error key loses bits at line 26
// why: the key holds the upper 16 bits of the logit and the expert below them: logits that differ in the 9th bit of the mantissa tie, and the lower expert wins
// figure: computed expert[0] 3, MPFR 5
#include <cuda_runtime.h>

// Router of a mixture of experts: the two best experts of a token, their gates, and the token's slot in each of them.
// One block (one warp) a token.

#define FULL 0xffffffffu
#define CHOSEN 2

// ---------------------------------------------------------------- keys
//
// An unsigned number that orders as the float does: positive ones get the top bit, of negative ones all bits are turned.

__device__ inline unsigned ordered(float x)
{
    unsigned b = __float_as_uint(x);
    return (b & 0x80000000u) ? ~b : (b | 0x80000000u);
}

// The logit above, the expert below: the larger logit wins, among equals the lower expert.
__device__ inline unsigned key_of(float logit, int expert)
{
    return (ordered(logit) & 0xffff0000u) | (0xffffu - (unsigned)expert);
}

__device__ inline int expert_of(unsigned key)
{
    return (int)(0xffffu - (key & 0xffffu));
}

// ---------------------------------------------------------------- the two largest

struct Pair {
    unsigned first, second;
};

__device__ inline Pair merged(Pair a, Pair b)
{
    Pair r;
    if (a.first >= b.first) {
        r.first = a.first;
        r.second = max(a.second, b.first);
    } else {
        r.first = b.first;
        r.second = max(b.second, a.first);
    }
    return r;
}

__device__ inline Pair from_lane(Pair p, int distance)
{
    Pair r;
    r.first = __shfl_xor_sync(FULL, p.first, distance);
    r.second = __shfl_xor_sync(FULL, p.second, distance);
    return r;
}

__device__ inline Pair warp_best(Pair p)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        p = merged(p, from_lane(p, o));
    return p;
}

// What one lane has seen: every 32nd expert.
__device__ inline Pair lane_best(const float *logits, int experts, int lane)
{
    Pair p = {0u, 0u};
    for (int e = lane; e < experts; e += 32) {
        Pair one = {key_of(logits[e], e), 0u};
        p = merged(p, one);
    }
    return p;
}

// ---------------------------------------------------------------- gates

struct Gates {
    float first, second;
};

// The softmax over the chosen two only.
__device__ inline Gates gates_of(float first, float second)
{
    float top = fmaxf(first, second);
    float a = expf(first - top);
    float b = expf(second - top);
    float sum = a + b;
    Gates g = {a / sum, b / sum};
    return g;
}

// ---------------------------------------------------------------- slots
//
// The order of the tokens within an expert does not matter, every token only needs a slot of its own.

__device__ inline int take_slot(int *load, int expert)
{
    return atomicAdd(load + expert, 1);
}

// ---------------------------------------------------------------- the kernel
//
//   1. every lane finds the two best of its experts
//   2. the warp finds the two best of all
//   3. lane 0 makes the gates
//   4. lanes 0 and 1 take the slots

__global__ void route(const float *logits, int *expert, float *gate, int *load, int *slot, int experts)
{
    int token = blockIdx.x;
    int lane = threadIdx.x;
    const float *mine = logits + token * experts;

    // 1
    Pair best = lane_best(mine, experts, lane);

    // 2
    best = warp_best(best);
    int chosen[CHOSEN] = {expert_of(best.first), expert_of(best.second)};

    // 3
    if (lane == 0) {
        Gates g = gates_of(mine[chosen[0]], mine[chosen[1]]);
        gate[token * CHOSEN] = g.first;
        gate[token * CHOSEN + 1] = g.second;
        expert[token * CHOSEN] = chosen[0];
        expert[token * CHOSEN + 1] = chosen[1];
    }

    // 4
    if (lane < CHOSEN) {
        int e = lane == 0 ? chosen[0] : chosen[1];
        int s = take_slot(load, e);
        slot[token * CHOSEN + lane] = s >= 0 ? 1 : 0;
    }
}

// ---------------------------------------------------------------- host

struct Router {
    const float *logits;
    int *expert;
    float *gate;
    int *load;
    int *slot;
};

void launch_route(Router r, int tokens, int experts)
{
    route<<<tokens, 32>>>(r.logits, r.expert, r.gate, r.load, r.slot, experts);
}
