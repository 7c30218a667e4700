// fpcheck: moe <<<1, 64>>> x=[1.5,-0.25,0.25,1.5,0,1.5,-1,1.5,1,0.25,1.5,-0.5,1,-1,0,-1,0,0,0,1.5,0,0,0,0,-1,-1.5,-1,0,1.25,0,0.25,0.5,0,0.5,1.25,0.5,-1.25,1,-1.5,0.5,-1,0,0.5,0.75,0.25,0.75,1,-0.25] router=[0.25,-0.375,0.5,-0.25,0.5,0.125,-0.375,0,-0.5,-0.125,0.375,0.5,0.125,-0.125,-0.5,-0.5,0.125,-0.25,-0.125,0.125,0,0,0.375,-0.5,-0.5,-0.125,0.375,0.5,0.125,-0.125,-0.5,-0.5] w1=[-0.375,-0.375,0.5,0.5,0,0,0.375,-0.375,0,-0.125,0.25,-0.5,0.375,-0.375,0,0.25,0,0.125,0,0,0.5,0.375,-0.5,0.25,0.25,0.375,0.25,0.125,0,0.5,0,-0.5,0.5,0.25,-0.375,0.375,-0.375,0.5,0.125,0.375,-0.125,0.25,-0.25,-0.125,0.125,0.5,-0.25,0.25,-0.375,0.375,0.25,-0.375,0.5,0.375,0,-0.5,-0.25,0.375,0.125,0.25,-0.125,-0.125,0,0.375,0.25,-0.25,0,0.25,-0.375,0,-0.125,-0.125,0.375,0.25,0.25,-0.5,-0.375,0.5,-0.125,-0.5,-0.5,-0.25,0.5,0.5,-0.125,0.375,0,0,-0.125,-0.25,0.5,-0.125,-0.5,-0.125,-0.375,0.375,0,-0.375,0.5,0.5,0.25,0,0.125,-0.125,0.5,0.25,0.25,-0.25,-0.375,-0.5,0.375,0.375,-0.5,0.125,0.5,-0.5,0.5,0.125,-0.25,0,0.25,0.375,-0.5,0.25,-0.5,-0.125,-0.25,-0.25,-0.25,0.125,0.25,-0.5,0.25,-0.375,0.125,0,-0.375,0.375,0.125,0,0,0.125,0.5,0.25,0.25,-0.25,0.125,-0.5,-0.375,-0.125,-0.25,0.25,0.25,-0.5,-0.25,0,0.25,0.5,-0.25,-0.5,-0.25,0.375,-0.25,0.125,-0.25,-0.25,-0.375,-0.375,0.125,-0.125,0,-0.5,0.375,-0.25,0,0.375,0.375,-0.5,0.375,0,0,-0.5,-0.5,-0.375,0.375,0.375,-0.375,-0.25,0.25,0.25,0.125,0.5,-0.125,0.375,0,-0.25,0,0.375,0.5,-0.5,-0.125,0,0.25,0.5,0.5,-0.25,-0.375,-0.375,-0.375,0,-0.25,0.25,0,-0.375,-0.375,-0.375,-0.125,-0.375,0.375,-0.5,0.25,0,0.375,-0.125,0,0.375,-0.5,0.5,-0.25,-0.5,-0.375,-0.5,0.125,-0.25,-0.125,0,-0.25,-0.125,0.25,-0.375,0,-0.125,-0.375,-0.125,-0.375,-0.375,0,-0.125,0.125,-0.125,0.5,0,0.5,-0.25,0,-0.125] w2=[0,-0.125,0.25,-0.125,0,0.25,0,0.125,-0.5,0,-0.125,0,-0.125,0.125,-0.125,-0.125,0.25,-0.125,0.375,-0.5,0.25,-0.125,-0.375,-0.25,0.5,0.125,0.25,-0.125,-0.375,-0.125,-0.25,0.25,0.5,0.5,0.25,-0.125,0.125,0.375,-0.375,0.25,-0.25,-0.5,0.125,-0.5,0.375,0,-0.375,-0.25,0,0,0.125,0.125,-0.125,0.25,-0.125,-0.375,0.5,0.25,0.125,0.25,-0.125,0,0.25,-0.375,-0.125,0.25,-0.5,-0.5,-0.375,-0.5,0.125,0,-0.125,-0.375,0.25,-0.125,0.375,0.5,0.125,-0.375,0.25,0.125,-0.125,0,0.25,0.25,0.375,0.5,0.5,-0.125,0.5,0.25,-0.25,-0.125,-0.375,-0.25,0.5,-0.125,-0.375,-0.5,0.375,0.25,0.25,0.25,-0.25,-0.375,-0.5,-0.5,-0.5,-0.25,-0.5,-0.375,0.125,0.25,-0.375,0.375,0.375,0.5,-0.375,0,0.125,0.5,-0.375,-0.125,0,-0.125,0.25,-0.25,0.25,-0.25,-0.5,-0.25,0,-0.125,0.375,0.125,-0.5,-0.25,-0.125,0.5,0.25,0.375,0,-0.25,-0.25,0,0,0.25,0.125,-0.125,-0.25,-0.25,0.5,0,-0.5,0.375,0,0.5,-0.375,0.5,-0.375,0.375,0.25,-0.5,-0.375,0,-0.25,-0.375,0.5,-0.125,-0.125,-0.5,-0.5,0.375,0.25,-0.375,-0.25,0.125,0.25,0.25,-0.375,-0.125,-0.25,0.25,0.125,0.25,0.25,-0.125,0.125,0.375,-0.125,-0.25,-0.125,0.375,-0.25,-0.25,-0.375,-0.5,0.375,0,-0.25,0.25,0.5,0.375,0,-0.25,0,-0.375,0.5,-0.5,0.5,-0.125,0.125,0.125,-0.375,-0.375,0.125,-0.375,-0.375,0.5,0.5,0.5,0.375,0.375,-0.375,-0.5,-0.125,-0.375,-0.25,-0.5,-0.25,0.375,0,-0.25,-0.5,0.5,-0.375,0.375,0.375,0.25,0,0.375,0.5,0.5,0.375,0.125,-0.5,0.125,0.5,-0.5,-0.5,-0.375,0.375,0.125,0.5,-0.25] y=empty:48 tokens=6 want=[0.17141062,-0.147566781,0.592788767,-0.345660615,0.495279363,0.592534493,0.0827695636,-0.324426264,-0.224403989,0.00765895984,-0.220387487,-0.115163184,0.164307811,-0.89661004,0.119158616,0.62101165,-0.226519834,0.194034921,-0.0112285366,0.0550605697,-0.0500720448,-0.46936922,0.182480787,-0.286490235,-0.0219127164,0.135296278,0.14096444,0.439310713,0.0822476797,-0.0134570764,0.123063902,0.153047854,-0.432748144,-0.162406319,0.126336382,0.201951521,-0.295824556,-1.05583839,0.114162572,-0.0967621252,-0.315209562,0.256272946,0.0277540074,0.164709187,-0.238164554,-0.257761669,-0.152528408,-0.191037004] ref=y=want --tol rtol=1e-5,atol=1e-5
// expect: error wrong tie handling at line 47
// why: two experts with the same logit get the same rank: the second overwrites the first one's slot, the other slot stays empty and the gates no longer add to one
// figure: y[37] computed -0.141709, MPFR -1.055838
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
        if (z[other] > z[e])
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
