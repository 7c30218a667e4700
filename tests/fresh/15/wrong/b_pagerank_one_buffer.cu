// fpcheck: pagerank<<<1, 64>>> source=randint(0,63):64x3 share=uniform(0.2,0.4):64 rank=empty:64 damping=0.85 rounds=10
// expect: error race at line 30
// why: every round reads the ranks of other vertices while their threads already write the new ones: a barrier is missing between reading and writing
// figure: computed: depends on the order of the two warps, MPFR: the Jacobi iteration
// PageRank of a graph of one block: three incoming edges a vertex, ranks in shared memory.
struct Edges {
    const int *source;
    const float *share;
};

__device__ float pull(Edges e, const float *rank, int v)
{
    float s = 0.0f;
    for (int k = 0; k < 3; k++) {
        int u = e.source[3 * v + k];
        s += rank[u] * e.share[u];
    }
    return s;
}

__global__ void pagerank(const int *source, const float *share, float *rank, float damping, int rounds)
{
    __shared__ float now[64];
    int v = threadIdx.x;
    Edges e = {source, share};
    now[v] = 1.0f / 64.0f;
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        float s = pull(e, now, v);
        now[v] = (1.0f - damping) / 64.0f + damping * s;
        __syncthreads();
    }
    rank[v] = now[v];
}
