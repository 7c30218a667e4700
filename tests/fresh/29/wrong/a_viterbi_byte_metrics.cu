// fpcheck: viterbi <<<2, 32>>> soft=@a_vit_soft.npy bits=empty:2x48 flips=empty:2 steps=48 want=[[1,0,1,1,1,1,0,0,0,0,0,1,1,0,1,0,0,1,1,0,1,1,1,0,0,1,0,0,0,1,1,0,1,0,1,0,0,0,1,0,1,1,0,0,0,1,0,1],[1,0,1,1,1,1,0,1,0,1,1,1,1,0,0,1,0,1,1,1,1,1,1,1,0,0,0,0,1,0,0,0,1,1,1,0,1,1,0,1,0,1,0,0,0,1,0,0]] ref=bits=want --tol bitwise
// expect: error overflow at line 53
// why: path metrics are kept in bytes that wrap past 255, and are compared as plain numbers, so a wrapped bad path wins
// figure: computed 4 and 4 bits of the two frames differ from the maximum-likelihood path; right 0 (final metric 391 is above 255)
#include <cuda_runtime.h>

// Soft-decision Viterbi decoder of the (7, 5) convolutional code, a warp a frame. Metrics are bytes, which
// keeps the state of many frames in shared memory.

#define STATES 4
#define MAX_STEPS 64

// A path from a state that the encoder does not start in costs as much as two branches at their worst.
#define PENALTY 100

// ------------------------------------------------------------------ the code

__device__ __forceinline__ int parity(int x)
{
    return __popc(x) & 1;
}

// The register holds the newest bit in bit 2.
__device__ __forceinline__ int code(int reg)
{
    return (parity(reg & 7) << 1) | parity(reg & 5);
}

__device__ __forceinline__ int newest(int state)
{
    return state >> 1;
}

// The older state of a branch into `state`, whose oldest bit is `dropped`.
__device__ __forceinline__ int before(int state, int dropped)
{
    return ((state & 1) << 1) | dropped;
}

// ------------------------------------------------------------------ metrics

typedef unsigned char Metric;

__device__ __forceinline__ int branch_cost(int bits, int s0, int s1)
{
    int c0 = (bits & 2) ? 15 - s0 : s0;
    int c1 = (bits & 1) ? 15 - s1 : s1;
    return c0 + c1;
}

__device__ __forceinline__ Metric extended(Metric m, int cost)
{
    return (Metric)(m + cost);
}

// The smaller metric survives; the lower state number among equals.
__device__ __forceinline__ bool not_worse(Metric a, Metric b)
{
    return a <= b;
}

struct Survivor {
    Metric metric;
    int dropped;
};

__device__ Survivor select(const Metric *metric, int state, int s0, int s1)
{
    Metric m[2];
    for (int d = 0; d < 2; d++) {
        int from = before(state, d);
        int reg = (newest(state) << 2) | from;
        m[d] = extended(metric[from], branch_cost(code(reg), s0, s1));
    }
    Survivor s;
    s.dropped = not_worse(m[0], m[1]) ? 0 : 1;
    s.metric = m[s.dropped];
    return s;
}

// ------------------------------------------------------------------ trace back

__device__ int best_state(const Metric *metric)
{
    int best = 0;
    for (int s = 1; s < STATES; s++)
        if (!not_worse(metric[best], metric[s]))
            best = s;
    return best;
}

// Decisions of a step are one bit a state in a word.
__device__ void trace(const unsigned *decisions, unsigned char *bits, int steps, int state)
{
    for (int k = steps - 1; k >= 0; k--) {
        bits[k] = (unsigned char)newest(state);
        int dropped = (decisions[k] >> state) & 1;
        state = before(state, dropped);
    }
}

// Symbols whose hard decision differs from what the decoded bits encode.
__device__ int corrected(const unsigned char *frame, const unsigned char *bits, int steps)
{
    int reg = 0;
    int count = 0;
    for (int k = 0; k < steps; k++) {
        reg = (bits[k] << 2) | (reg >> 1);
        int c = code(reg);
        count += (frame[2 * k] > 7) != (c >> 1);
        count += (frame[2 * k + 1] > 7) != (c & 1);
    }
    return count;
}

// ------------------------------------------------------------------ the kernel

__global__ void viterbi(const unsigned char *soft, unsigned char *bits, int *flips, int steps)
{
    __shared__ Metric metric[2][STATES];
    __shared__ unsigned decisions[MAX_STEPS];
    int t = threadIdx.x;
    const unsigned char *frame = soft + blockIdx.x * 2 * steps;
    unsigned char *mine = bits + blockIdx.x * steps;

    if (t < STATES)
        metric[0][t] = t == 0 ? 0 : PENALTY;
    __syncwarp();

    for (int k = 0; k < steps; k++) {
        int dropped = 0;
        if (t < STATES) {
            Survivor s = select(metric[k & 1], t, frame[2 * k], frame[2 * k + 1]);
            metric[(k + 1) & 1][t] = s.metric;
            dropped = s.dropped;
        }
        unsigned word = __ballot_sync(0xffffffffu, dropped);
        if (t == 0)
            decisions[k] = word;
        __syncwarp();
    }

    if (t == 0) {
        trace(decisions, mine, steps, best_state(metric[steps & 1]));
        flips[blockIdx.x] = corrected(frame, mine, steps);
    }
}

// ------------------------------------------------------------------ the encoder, for loop-back tests

__global__ void encode(const unsigned char *bits, unsigned char *symbols, int steps)
{
    int k = threadIdx.x;
    if (k >= steps)
        return;
    const unsigned char *mine = bits + blockIdx.x * steps;
    int reg = mine[k] << 2;
    reg |= k > 0 ? mine[k - 1] << 1 : 0;
    reg |= k > 1 ? mine[k - 2] : 0;
    int c = code(reg);
    symbols[(blockIdx.x * steps + k) * 2] = (unsigned char)(c >> 1);
    symbols[(blockIdx.x * steps + k) * 2 + 1] = (unsigned char)(c & 1);
}
