// fpcheck: nucleus <<<3, 64>>> logits=[-0.25,2,0.125,-3,0.5,1.625,0.375,-3e38,1.75,1.875,-2,-0.25,0.25,1.375,2.875,-1.375,-2.125,-2.375,-1.125,-1.125,-1.25,1.875,0,-2.25,1.75,0.25,-0.125,1.75,-2.5,2.5,-0.75,1.75,-2.375,1.25,-1.125,0.25,3,-1.375,-0.375,1.75,0.5,2.75,1.875,0.375,1.125,1.5,-0.25,-0.625,3,-0.5,2.375,2.625,1.25,2,-2.125,-0.125,2.75,-1.75,2.875,0.75,-1.625,-1.125,0.875,-0.25,0,-0.375,-1,-1.125,2.25,-2.875,1.125,1.875,-3e38,-1.625,1.125,-1,1.5,1.75,-1,2.625,1.125,-0.5,2.5,1.875,2.125,1,-0.875,0.5,0,-1,-2.375,-1.125,-0.25,-2.25,0,2.875,-1.375,1.25,-1.125,2.25,2.125,-1.5,-0.25,-2.25,1.75,2,3,-1,-0.875,-0.125,-2,-2.375,1.625,-2.25,2,-0.75,2.25,-0.875,0,2.875,3,-0.125,-1.5,2,1.5,-1.25,-1.5,-0.75,-2.375,-2.875,-0.125,0.25,1.625,-1.125,-1.5,2.125,-0.75,1.625,0.25,-2.25,-0.625,-2.75,1.25,-0.5,-2.75,2.75,-1.25,-2.25,-1.5,-2.625,-2.375,-0.75,3,-3,-2.125,0.5,-1.75,-0.375,-2,2.25,-1.75,0.5,-0.625,-2.375,-2.5,2.5,-1.25,1.375,1,-1.75,-2.875,2.375,-3,-1.25,2.125,-0.375,0.75,0.75,-0.25,2,1.875,0.375,0.625,-1.375,0.5,3,2.75,-0.25,-1.625,-2.25,-1.875,-3e38] counts=[1,0,0,1,0,1,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,1,1,0,1,0,1,1,0,0,1,1,0,0,1,0,0,1,0,0,1,0,0,0,0,0,1,0,1,0,0,0,1,1,0,0,1,1,1,0,0,1,0,0,0,0,0,0,0,1,0,1,0,0,0,0,1,1,1,0,0,1,0,0,1,0,0,0,1,0,0,1,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,1,1,0,0,0,0,0,0,0,1,0,1,0,0,0,0,0,0,0,0,0,1,0,1,0,0,0,0,0,1,0,0,1,0,0,1,0,0,0,0,0,1,0,0,0,0,0,1,0,0,1,0,0,0,1,1,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,1] draws=[0.1,0.5,0.875] token=empty:3 probability=empty:3 presence=0.5 temperature=1.25 top_p=0.9 min_p=1e-6 want=[0.0816399512,0.0455965305,0.0159187926] ref=probability=want --tol rtol=1e-5,atol=0
// expect: ok
// why: banned words stay -inf, probability exactly 0 and sorted last by index; the order is total, ping-pong scan, one ballot a warp; cut and draw are far from any boundary
// figure: relative errors of about 2e-7, tolerance 1e-5
// Nucleus sampling over 64 candidates of a row, a block a row: penalties, temperature, softmax, bitonic sort by probability, inclusive scan,
// cut at top_p, one draw. The token and its renormalised probability go out.
constexpr int N = 64;

struct Candidate
{
    float p;
    int token;
};

struct Row
{
    Candidate c[N];
    float scan[2][N];
    float scratch[2];
    int kept;
    float floor;
};

__device__ float warp_max(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, offset));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, offset);
    return v;
}

__device__ float block_max(Row &r, float v)
{
    v = warp_max(v);
    if ((threadIdx.x & 31) == 0)
        r.scratch[threadIdx.x >> 5] = v;
    __syncthreads();
    v = fmaxf(r.scratch[0], r.scratch[1]);
    __syncthreads();
    return v;
}

__device__ float block_sum(Row &r, float v)
{
    v = warp_sum(v);
    if ((threadIdx.x & 31) == 0)
        r.scratch[threadIdx.x >> 5] = v;
    __syncthreads();
    v = r.scratch[0] + r.scratch[1];
    __syncthreads();
    return v;
}

// A word seen "count" times loses a part of its logit; a banned word comes as -3e38 and
// shall have the logit -inf.
__device__ float penalised(float logit, int count, float presence)
{
    if (logit < -1.0e30f)
        return -INFINITY;
    float keep = count > 0 ? 1.0f - presence : 1.0f;
    return logit * keep;
}

__device__ bool before(const Candidate &a, const Candidate &b)
{
    return a.p > b.p || (a.p == b.p && a.token < b.token);
}

// Descending.
__device__ void bitonic_sort(Candidate *c)
{
    const int i = threadIdx.x;
    for (int size = 2; size <= N; size <<= 1)
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            int partner = i ^ stride;
            if (partner > i) {
                bool descending = (i & size) == 0;
                Candidate a = c[i], b = c[partner];
                if (descending ? before(b, a) : before(a, b)) {
                    c[i] = b;
                    c[partner] = a;
                }
            }
            __syncthreads();
        }
}

__device__ float inclusive_scan(Row &r)
{
    const int i = threadIdx.x;
    int from = 0;
    r.scan[0][i] = r.c[i].p;
    __syncthreads();
    for (int by = 1; by < N; by <<= 1) {
        float v = r.scan[from][i];
        if (i >= by)
            v += r.scan[from][i - by];
        r.scan[from ^ 1][i] = v;
        __syncthreads();
        from ^= 1;
    }
    return r.scan[from][i];
}

__global__ void nucleus(const float *logits, const int *counts, const float *draws, int *token, float *probability, float presence,
                        float temperature, float top_p, float min_p)
{
    __shared__ Row r;
    const int i = threadIdx.x;
    float z = penalised(logits[blockIdx.x * N + i], counts[blockIdx.x * N + i], presence) / temperature;
    float top = block_max(r, z);
    float e = expf(z - top);
    float total = block_sum(r, e == e ? e : 0.0f);
    r.c[i] = {e / total, i};
    if (i == 0)
        r.kept = 0;
    __syncthreads();
    bitonic_sort(r.c);

    float upto = inclusive_scan(r);
    if (i == 0)
        r.floor = min_p * r.c[0].p;
    __syncthreads();
    // Kept are those before which less than top_p has been collected, and that are not far below the first.
    bool keep = upto - r.c[i].p < top_p && r.c[i].p >= r.floor;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if ((i & 31) == 0)
        atomicAdd(&r.kept, __popc(votes));
    __syncthreads();

    if (i == 0) {
        int kept = max(r.kept, 1);
        float mass = 0.0f;
        for (int j = 0; j < kept; j++)
            mass += r.c[j].p;
        float target = draws[blockIdx.x] * mass;
        int pick = 0;
        float sum = r.c[0].p;
        while (pick + 1 < kept && sum <= target) {
            pick++;
            sum += r.c[pick].p;
        }
        token[blockIdx.x] = r.c[pick].token;
        probability[blockIdx.x] = r.c[pick].p / mass;
    }
}
