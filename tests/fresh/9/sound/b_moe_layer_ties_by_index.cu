// fpcheck: moe <<<1, 96>>> x=[1.25,-1,-0.5,-0.5,-1,-0.25,-0.75,-0.75,-0.25,1,0,-1,-1.25,-0.75,0,1,0,0,0,0,0,0,0,0,-0.5,0.5,-0.75,-0.75,0.5,1,-1,1,1,0.25,-0.25,0,0.25,0,-0.25,-1,1,0.75,-1.25,0,-1.25,0.75,0.75,0.25,-1.25,0.75,1.5,1,1,0.75,0.25,0.25] router=[0.25,-0.375,0.5,-0.25,0.5,0.125,-0.375,0,-0.5,-0.125,0.375,0.5,0.125,-0.125,-0.5,-0.5,0.125,-0.25,-0.125,0.125,0,0,0.375,-0.5,-0.5,-0.125,0.375,0.5,0.125,-0.125,-0.5,-0.5] w1=[-0.375,-0.375,0.5,0.5,0,0,0.375,-0.375,0,-0.125,0.25,-0.5,0.375,-0.375,0,0.25,0,0.125,0,0,0.5,0.375,-0.5,0.25,0.25,0.375,0.25,0.125,0,0.5,0,-0.5,0.5,0.25,-0.375,0.375,-0.375,0.5,0.125,0.375,-0.125,0.25,-0.25,-0.125,0.125,0.5,-0.25,0.25,-0.375,0.375,0.25,-0.375,0.5,0.375,0,-0.5,-0.25,0.375,0.125,0.25,-0.125,-0.125,0,0.375,0.25,-0.25,0,0.25,-0.375,0,-0.125,-0.125,0.375,0.25,0.25,-0.5,-0.375,0.5,-0.125,-0.5,-0.5,-0.25,0.5,0.5,-0.125,0.375,0,0,-0.125,-0.25,0.5,-0.125,-0.5,-0.125,-0.375,0.375,0,-0.375,0.5,0.5,0.25,0,0.125,-0.125,0.5,0.25,0.25,-0.25,-0.375,-0.5,0.375,0.375,-0.5,0.125,0.5,-0.5,0.5,0.125,-0.25,0,0.25,0.375,-0.5,0.25,-0.5,-0.125,-0.25,-0.25,-0.25,0.125,0.25,-0.5,0.25,-0.375,0.125,0,-0.375,0.375,0.125,0,0,0.125,0.5,0.25,0.25,-0.25,0.125,-0.5,-0.375,-0.125,-0.25,0.25,0.25,-0.5,-0.25,0,0.25,0.5,-0.25,-0.5,-0.25,0.375,-0.25,0.125,-0.25,-0.25,-0.375,-0.375,0.125,-0.125,0,-0.5,0.375,-0.25,0,0.375,0.375,-0.5,0.375,0,0,-0.5,-0.5,-0.375,0.375,0.375,-0.375,-0.25,0.25,0.25,0.125,0.5,-0.125,0.375,0,-0.25,0,0.375,0.5,-0.5,-0.125,0,0.25,0.5,0.5,-0.25,-0.375,-0.375,-0.375,0,-0.25,0.25,0,-0.375,-0.375,-0.375,-0.125,-0.375,0.375,-0.5,0.25,0,0.375,-0.125,0,0.375,-0.5,0.5,-0.25,-0.5,-0.375,-0.5,0.125,-0.25,-0.125,0,-0.25,-0.125,0.25,-0.375,0,-0.125,-0.375,-0.125,-0.375,-0.375,0,-0.125,0.125,-0.125,0.5,0,0.5,-0.25,0,-0.125] w2=[0,-0.125,0.25,-0.125,0,0.25,0,0.125,-0.5,0,-0.125,0,-0.125,0.125,-0.125,-0.125,0.25,-0.125,0.375,-0.5,0.25,-0.125,-0.375,-0.25,0.5,0.125,0.25,-0.125,-0.375,-0.125,-0.25,0.25,0.5,0.5,0.25,-0.125,0.125,0.375,-0.375,0.25,-0.25,-0.5,0.125,-0.5,0.375,0,-0.375,-0.25,0,0,0.125,0.125,-0.125,0.25,-0.125,-0.375,0.5,0.25,0.125,0.25,-0.125,0,0.25,-0.375,-0.125,0.25,-0.5,-0.5,-0.375,-0.5,0.125,0,-0.125,-0.375,0.25,-0.125,0.375,0.5,0.125,-0.375,0.25,0.125,-0.125,0,0.25,0.25,0.375,0.5,0.5,-0.125,0.5,0.25,-0.25,-0.125,-0.375,-0.25,0.5,-0.125,-0.375,-0.5,0.375,0.25,0.25,0.25,-0.25,-0.375,-0.5,-0.5,-0.5,-0.25,-0.5,-0.375,0.125,0.25,-0.375,0.375,0.375,0.5,-0.375,0,0.125,0.5,-0.375,-0.125,0,-0.125,0.25,-0.25,0.25,-0.25,-0.5,-0.25,0,-0.125,0.375,0.125,-0.5,-0.25,-0.125,0.5,0.25,0.375,0,-0.25,-0.25,0,0,0.25,0.125,-0.125,-0.25,-0.25,0.5,0,-0.5,0.375,0,0.5,-0.375,0.5,-0.375,0.375,0.25,-0.5,-0.375,0,-0.25,-0.375,0.5,-0.125,-0.125,-0.5,-0.5,0.375,0.25,-0.375,-0.25,0.125,0.25,0.25,-0.375,-0.125,-0.25,0.25,0.125,0.25,0.25,-0.125,0.125,0.375,-0.125,-0.25,-0.125,0.375,-0.25,-0.25,-0.375,-0.5,0.375,0,-0.25,0.25,0.5,0.375,0,-0.25,0,-0.375,0.5,-0.5,0.5,-0.125,0.125,0.125,-0.375,-0.375,0.125,-0.375,-0.375,0.5,0.5,0.5,0.375,0.375,-0.375,-0.5,-0.125,-0.375,-0.25,-0.5,-0.25,0.375,0,-0.25,-0.5,0.5,-0.375,0.375,0.375,0.25,0,0.375,0.5,0.5,0.375,0.125,-0.5,0.125,0.5,-0.5,-0.5,-0.375,0.375,0.125,0.5,-0.25] y=empty:56 tokens=7 want=[-0.142994577,0.370464393,0.0504731251,-0.52634022,-0.399968777,-0.031178165,0.0427168968,-0.115972765,-0.165919472,-0.172476158,-0.153444862,0.0725880177,0.181020826,-7.22219246e-05,-0.0865163602,0.00768890035,0,0,0,0,0,0,0,0,0.552186438,-0.00802588853,0.11340339,-0.197113751,0.392037858,0.0891104479,0.0810536961,0.0969451588,0.0137878589,0.248226267,-0.0676946637,-0.109874629,-0.438070422,-0.254332486,0.0277880101,-0.0640412587,-0.0844837259,-0.196856542,-0.0197006863,0.0990747843,-0.0751840228,-0.435862153,0.327760864,-0.272749831,-0.247354867,0.510222933,-0.147334361,-0.122865353,-0.145902167,-0.835093628,-0.231823393,-0.518035363] ref=y=want --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: equal router logits (two equal rows of the router, and a token of zeros) are ordered by index, as a stable sort does; slots of a token are all filled before they are read
// figure: errors of about 3e-7, tolerance 1e-5 + 1e-5|y|
// A mixture-of-experts layer for a few tokens in one block: router softmax, two experts a token, SiLU experts, weighted sum.
constexpr int D = 8;
constexpr int H = 8;
constexpr int E = 4;
constexpr int TOP = 2;
constexpr int MAX_TOKENS = 16;

struct Choice
{
    int expert[TOP];
    float gate[TOP];
};

struct Work
{
    Choice choice[MAX_TOKENS];
    int count[E];
    int offset[E + 1];
    int entry[MAX_TOKENS * TOP];
    float hidden[MAX_TOKENS * TOP][H];
    float result[MAX_TOKENS * TOP][D];
};

__device__ float silu(float x)
{
    return x / (1.0f + expf(-x));
}

__device__ void router_logits(float (&z)[E], const float *x, const float *router)
{
    for (int e = 0; e < E; e++) {
        z[e] = 0.0f;
        for (int d = 0; d < D; d++)
            z[e] = fmaf(x[d], router[e * D + d], z[e]);
    }
}

// The rank of an expert is how many beat it.
__device__ int rank_of(const float (&z)[E], int e)
{
    int rank = 0;
    for (int other = 0; other < E; other++)
        if (z[other] > z[e] || (z[other] == z[e] && other < e))
            rank++;
    return rank;
}

__device__ void choose(Choice &choice, const float (&z)[E])
{
    float top = z[0];
    for (int e = 1; e < E; e++)
        top = fmaxf(top, z[e]);
    for (int slot = 0; slot < TOP; slot++) {
        choice.expert[slot] = -1;
        choice.gate[slot] = 0.0f;
    }
    float total = 0.0f;
    for (int e = 0; e < E; e++) {
        int rank = rank_of(z, e);
        if (rank < TOP) {
            float p = expf(z[e] - top);
            choice.expert[rank] = e;
            choice.gate[rank] = p;
            total += p;
        }
    }
    for (int slot = 0; slot < TOP; slot++)
        choice.gate[slot] /= total;
}

__device__ void count_experts(Work &w, int tokens)
{
    if (threadIdx.x < E)
        w.count[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < tokens * TOP; i += blockDim.x) {
        int e = w.choice[i / TOP].expert[i % TOP];
        if (e >= 0)
            atomicAdd(&w.count[e], 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        w.offset[0] = 0;
        for (int e = 0; e < E; e++)
            w.offset[e + 1] = w.offset[e] + w.count[e];
    }
    __syncthreads();
}

// One thread an expert, so that the order within an expert is the order of the tokens.
__device__ void list_entries(Work &w, int tokens)
{
    if (threadIdx.x < E) {
        int at = w.offset[threadIdx.x];
        for (int i = 0; i < tokens * TOP; i++)
            if (w.choice[i / TOP].expert[i % TOP] == (int)threadIdx.x)
                w.entry[at++] = i;
    }
    __syncthreads();
}

__device__ int expert_of(const Work &w, int at)
{
    int e = 0;
    while (at >= w.offset[e + 1])
        e++;
    return e;
}

__device__ void up(Work &w, const float *x, const float *w1, int tokens)
{
    for (int i = threadIdx.x; i < w.offset[E] * H; i += blockDim.x) {
        int at = i / H, h = i % H, e = expert_of(w, at);
        const float *row = x + (w.entry[at] / TOP) * D;
        float sum = 0.0f;
        for (int d = 0; d < D; d++)
            sum = fmaf(row[d], w1[(e * H + h) * D + d], sum);
        w.hidden[at][h] = silu(sum);
    }
    __syncthreads();
}

__device__ void down(Work &w, const float *w2)
{
    for (int i = threadIdx.x; i < w.offset[E] * D; i += blockDim.x) {
        int at = i / D, d = i % D, e = expert_of(w, at);
        float sum = 0.0f;
        for (int h = 0; h < H; h++)
            sum = fmaf(w.hidden[at][h], w2[(e * D + d) * H + h], sum);
        w.result[w.entry[at]][d] = sum;
    }
    __syncthreads();
}

__global__ void moe(const float *x, const float *router, const float *w1, const float *w2, float *y, int tokens)
{
    __shared__ Work w;
    if (threadIdx.x < tokens) {
        float z[E];
        router_logits(z, x + threadIdx.x * D, router);
        choose(w.choice[threadIdx.x], z);
    }
    __syncthreads();
    count_experts(w, tokens);
    list_entries(w, tokens);
    up(w, x, w1, tokens);
    down(w, w2);
    for (int i = threadIdx.x; i < tokens * D; i += blockDim.x) {
        int token = i / D, d = i % D;
        float sum = 0.0f;
        for (int slot = 0; slot < TOP; slot++)
            if (w.choice[token].expert[slot] >= 0)
                sum = fmaf(w.choice[token].gate[slot], w.result[token * TOP + slot][d], sum);
        y[i] = sum;
    }
}
