// fpcheck: attention<<<8, 32>>> q=randn:8x16 k=randn:8x16 v=randn:8x16 out=empty:8x16 lse=empty:8 length=8
// expect: ok
// why: masked scores are minus infinity, the first maximum too; the running maximum is checked before infinity is subtracted from infinity
// figure: computed within some 3e-7 of MPFR (scores of order one, 8 keys); out[0] = v[0] exactly but for one rounding
// Causal attention of one head, one warp a query. Keys come in tiles of four; a running maximum and a running sum rescale what was summed.
constexpr int HEAD = 16;
constexpr int TILE = 4;
constexpr unsigned ALL = 0xffffffffu;

struct State {
    float top;    // largest score so far
    float weight; // sum of exp(score - top)
    float sum;    // weighted value of this lane's feature
};

__device__ State fresh()
{
    State s;
    s.top = -INFINITY;
    s.weight = 0.0f;
    s.sum = 0.0f;
    return s;
}

// The sum over the first 16 lanes, in every one of them (and the same of the upper half).
__device__ float half_warp_sum(float v)
{
    for (int o = HEAD / 2; o > 0; o >>= 1)
        v += __shfl_xor_sync(ALL, v, o, HEAD);
    return v;
}

// A query sees itself and what came before it.
__device__ bool visible(int query, int key, int length)
{
    return key < length && key <= query;
}

// The query is scaled once, with the factor of the exponential of base two folded in.
__device__ float scaled_query(const float *q, int query, int feature)
{
    const float log2e = 1.44269504f;
    return q[query * HEAD + feature] * (0.25f * log2e);
}

struct Tile {
    float k[TILE][HEAD];
    float v[TILE][HEAD];
};

// Two rows at a time: the half warps load one each. Rows behind the end are zero.
__device__ void load_tile(Tile &tile, const float *k, const float *v, int first, int length)
{
    int feature = threadIdx.x % HEAD;
    int half = threadIdx.x / HEAD;
    for (int r = half; r < TILE; r += 2) {
        int row = first + r;
        bool there = row < length;
        tile.k[r][feature] = there ? k[row * HEAD + feature] : 0.0f;
        tile.v[r][feature] = there ? v[row * HEAD + feature] : 0.0f;
    }
    __syncwarp();
}

// The dot product of every key of the tile with the query, in all lanes.
__device__ void scores_of(float *score, const Tile &tile, float q, int query, int first, int length)
{
    int feature = threadIdx.x % HEAD;
    for (int r = 0; r < TILE; r++) {
        float s = half_warp_sum(q * tile.k[r][feature]);
        score[r] = visible(query, first + r, length) ? s : -INFINITY;
    }
}

// Minus infinity where the whole tile is masked.
__device__ float largest(const float *score)
{
    float m = score[0];
    for (int r = 1; r < TILE; r++)
        m = fmaxf(m, score[r]);
    return m;
}

// exp2(s - top), and zero for a masked score whatever top is.
__device__ float weight_of(float s, float top)
{
    return s == -INFINITY ? 0.0f : exp2f(s - top);
}

__device__ State advance(State s, const float *score, const Tile &tile)
{
    int feature = threadIdx.x % HEAD;
    float top = fmaxf(s.top, largest(score));
    if (top == -INFINITY)
        return s; // nothing seen yet
    float keep = weight_of(s.top, top);
    s.weight *= keep;
    s.sum *= keep;
    for (int r = 0; r < TILE; r++) {
        float w = weight_of(score[r], top);
        s.weight += w;
        s.sum = fmaf(w, tile.v[r][feature], s.sum);
    }
    s.top = top;
    return s;
}

// The sum over its weight; a query that saw nothing gets zero.
__device__ float finish(const State &s)
{
    return s.weight > 0.0f ? s.sum / s.weight : 0.0f;
}

// ln of the sum of exp of all scores, for the backward pass; the scores were in units of ln 2.
__device__ float log_sum(const State &s)
{
    const float ln2 = 0.693147181f;
    if (s.top == -INFINITY)
        return -INFINITY;
    return ln2 * (s.top + log2f(s.weight));
}

// Tiles behind the query hold nothing that it may see.
__device__ int keys_to_visit(int query, int length)
{
    int behind = query / TILE * TILE + TILE;
    return min(behind, length);
}

__global__ void attention(const float *q, const float *k, const float *v, float *out, float *lse, int length)
{
    __shared__ Tile tile;
    int query = blockIdx.x;
    int feature = threadIdx.x % HEAD;
    float mine = scaled_query(q, query, feature);

    State state = fresh();
    int keys = keys_to_visit(query, length);
    for (int first = 0; first < keys; first += TILE) {
        load_tile(tile, k, v, first, length);
        float score[TILE];
        scores_of(score, tile, mine, query, first, length);
        state = advance(state, score, tile);
        __syncwarp(); // before the tile is loaded anew
    }
    if (threadIdx.x < HEAD)
        out[query * HEAD + feature] = finish(state);
    if (threadIdx.x == 0)
        lse[query] = log_sum(state);
}
