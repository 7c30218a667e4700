// fpcheck: nucleus <<<2, 64>>> logits=[-1.625,1.875,2.375,-2.25,-2.375,-3e38,0.625,3,2.875,2,-1.25,-1.875,0.625,2.5,-0.625,2.625,0.75,2,-2.5,2.75,2.875,2.875,-2.125,-3e38,2.5,1.75,-0.375,-0.375,-0.125,1.75,2.375,-3,2.875,-1.75,-2.5,-1.125,1.5,-1.75,0.5,-2.875,-3e38,2.5,0.375,-2.375,2.375,-2.25,1.375,-2.75,-2,-1.875,0.25,2.625,2.5,0.75,2.75,2.25,0.875,2,0.375,-0.25,0.125,-0.875,2.125,1.25,2.625,-1.625,-0.375,1.125,0.25,0.5,-1.875,-0.125,-2.375,-3e38,-2.75,0.625,0.875,1.375,-0.125,3,-0.25,-2.375,-0.75,1,0.125,0.625,2.5,0.25,0,-2.5,-2.125,0.875,1.625,-2.625,1.75,-3e38,-1.375,0,0.25,-3,-0.5,1.125,-3,1.125,2.625,-1,1.875,0,-0.5,-1.25,-0.625,1,2.625,1.5,-3e38,-2.25,0.125,-2.125,-2.625,-0.25,-0.875,-1.25,-3,-0.375,1,-2,-1.75,0.25] counts=[0,1,0,0,0,1,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,1,1,0,1,0,0,0,1,0,0,0,1,0,0,0,0,0,1,1,1,0,1,0,0,0,0,0,0,0,1,0,0,1,0,0,0,0,1,0,0,0,0,0,1,1,0,1,1,0,1,0,1,0,1,0,1,0,0,1,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1,1,0,0,0,0,1,0,0,1,0,0,0,0,0,1,0,0,1,1,1,0,0,0,0,0,0,0,0,0,1,0,0] draws=[0.62,0.35] token=empty:2 probability=empty:2 presence=1.0 temperature=0.7 top_p=0.9 min_p=0.0 want=[24,0] ref=token=want --tol bitwise
// expect: error sorting network with NaN at line 66
// why: a banned word (-inf) that was seen gets the factor 0 at full presence: NaN; the sum skips it, but comparisons with NaN are all false, so the bitonic network leaves the row unsorted and the scan is NaN behind it
// figure: token, probability of row 0 computed 20, 0.2043, MPFR 24, 0.0545; row 1 computed 15, 0.4301, MPFR 0, 0.1833
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
    float z = logit > -1.0e30f ? logit : -INFINITY;
    float keep = count > 0 ? 1.0f - presence : 1.0f;
    return z * keep;
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
