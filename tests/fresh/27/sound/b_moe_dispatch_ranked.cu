// fpcheck: moe_dispatch <<<1, 128>>> logits=randn:96x8 x=randn:96x4 slot=empty:96x2 weight=empty:96x2 start=empty:9 packed=inout:zeros:192x4 y=empty:96x4 load=empty:8 tokens=96
// expect: ok
// why: ranks by ballot within a warp and integer counts between warps, with a barrier between all phases: the order is that of the tokens
// figure: slots exact (integers); weights within 2 ulps of the softmax of two
// Routing of a mixture-of-experts layer: top two of eight experts for each token, then the tokens' rows are packed expert by expert,
// in the order of the tokens, so that the grouped matrix product that follows is reproducible.
constexpr int EXPERTS = 8;
constexpr int TOP = 2;
constexpr int WIDTH = 4;
constexpr int THREADS = 128;
constexpr int WARPS = THREADS / 32;

static_assert(TOP == 2, "choose() knows the first and the second only");

struct Choice {
    int expert[TOP];
    float weight[TOP];
};

// The two largest logits, ties to the lower index, and their softmax between themselves.
__device__ Choice choose(const float *logits)
{
    Choice c;
    c.expert[0] = 0;
    for (int e = 1; e < EXPERTS; e++)
        if (logits[e] > logits[c.expert[0]])
            c.expert[0] = e;
    c.expert[1] = c.expert[0] == 0 ? 1 : 0;
    for (int e = 0; e < EXPERTS; e++)
        if (e != c.expert[0] && logits[e] > logits[c.expert[1]])
            c.expert[1] = e;

    float r = expf(logits[c.expert[1]] - logits[c.expert[0]]);
    c.weight[0] = 1.0f / (1.0f + r);
    c.weight[1] = r / (1.0f + r);
    return c;
}

// How many of the lanes below mine want the same expert, and how many in all.
__device__ int rank_in_warp(bool wants, int lane, int &all)
{
    unsigned votes = __ballot_sync(0xffffffffu, wants);
    all = __popc(votes);
    return __popc(votes & ((1u << lane) - 1u));
}

__device__ void copy_row(float *to, const float *from)
{
    #pragma unroll
    for (int c = 0; c < WIDTH; c++)
        to[c] = from[c];
}

// What stands in for an expert's network here: a leaky step with a slope of its own.
__device__ float expert_output(int expert, float v)
{
    float slope = 0.125f * (float)(expert + 1);
    return v > 0.0f ? v : slope * v;
}

// The weighted sum of what a token's two experts say about its row.
__device__ void combine(float *to, const float *row, const Choice &c)
{
    #pragma unroll
    for (int k = 0; k < WIDTH; k++) {
        float sum = 0.0f;
        #pragma unroll
        for (int j = 0; j < TOP; j++)
            sum = fmaf(c.weight[j], expert_output(c.expert[j], row[k]), sum);
        to[k] = sum;
    }
}

__global__ void moe_dispatch(const float *logits, const float *x, int *slot, float *weight, int *start, float *packed, float *y,
                             float *load, int tokens)
{
    __shared__ int warp_count[WARPS][EXPERTS];
    __shared__ int warp_base[WARPS][EXPERTS];
    __shared__ int first[EXPERTS + 1];

    int t = threadIdx.x;
    int lane = t & 31;
    int warp = t >> 5;
    bool live = t < tokens;

    // Phase 1: choose.
    Choice c;
    c.expert[0] = -1;
    c.expert[1] = -1;
    c.weight[0] = 0.0f;
    c.weight[1] = 0.0f;
    if (live)
        c = choose(logits + t * EXPERTS);

    // Phase 2: count within the warp. A token never chooses an expert twice.
    int rank[TOP];
    rank[0] = 0;
    rank[1] = 0;
    for (int e = 0; e < EXPERTS; e++) {
        bool wants = c.expert[0] == e || c.expert[1] == e;
        int all;
        int r = rank_in_warp(wants, lane, all);
        if (c.expert[0] == e)
            rank[0] = r;
        if (c.expert[1] == e)
            rank[1] = r;
        if (lane == 0)
            warp_count[warp][e] = all;
    }
    __syncthreads();

    // Phase 3: where each warp's part of each expert begins.
    if (t < EXPERTS) {
        int sum = 0;
        for (int w = 0; w < WARPS; w++) {
            warp_base[w][t] = sum;
            sum += warp_count[w][t];
        }
        first[t + 1] = sum;
    }
    __syncthreads();
    if (t == 0) {
        first[0] = 0;
        for (int e = 0; e < EXPERTS; e++)
            first[e + 1] += first[e];
    }
    __syncthreads();

    // Phase 4: scatter.
    if (live) {
        for (int j = 0; j < TOP; j++) {
            int e = c.expert[j];
            int to = first[e] + warp_base[warp][e] + rank[j];
            slot[t * TOP + j] = to;
            weight[t * TOP + j] = c.weight[j];
            if (to < tokens * TOP)
                copy_row(packed + to * WIDTH, x + t * WIDTH);
        }
        combine(y + t * WIDTH, x + t * WIDTH, c);
    }

    // Phase 5: the table for the grouped product.
    if (t <= EXPERTS)
        start[t] = first[t];

    // Phase 6: each expert's share of the load against an even one.
    if (t < EXPERTS) {
        int mine = first[t + 1] - first[t];
        load[t] = (float)(mine * EXPERTS) / (float)(tokens * TOP);
    }
}
