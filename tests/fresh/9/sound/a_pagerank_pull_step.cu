// fpcheck: leak<<<1, 32>>> start=[0,2,3,6,8,8,10,14,15,17,19,22,24,27,27,27,29] source=[3,8,6,10,12,13,2,13,1,6,1,3,10,12,11,0,5,4,6,0,5,7,2,12,8,9,11,2,7] degree=[2,2,3,2,1,2,3,2,2,1,2,2,3,2,0,0] rank=[0.0712,0.0811,0.0433,0.1017,0.0665,0.0529,0.0908,0.0744,0.0391,0.0877,0.0618,0.0723,0.0816,0.07559919,2.5e-09,4e-07] mass=empty:1 part=empty:1 nodes=16 want=[4.02500005e-07] ref=mass=want --tol rtol=1e-4,atol=0
// fpcheck+ pull<<<1, 32>>> next=empty:16 nodes=16
// fpcheck+ moved<<<1, 32>>> norm=empty:2 nodes=16
// fpcheck+ leader<<<1, 32>>> indegree=empty:16 best=empty:1 nodes=16
// fpcheck+ octaves<<<1, 32>>> histogram=empty:8 bins=8 nodes=16
// expect: ok
// why: a mass of 4e-7 beside ranks that sum to one: it is added up directly, and the residuals are differences of numbers of one size
// figure: error 4.964972475e-9 of rtol 1e-4
// One iteration of PageRank by pulling along incoming edges (CSR), with the mass of the dangling nodes
// spread over all of them, and the residual against the ranks before.
#define DAMPING 0.85f
#define FULL 0xffffffffu

struct Graph {
    const int *start;  // of the incoming edges of a node
    const int *source;
    const int *degree; // outgoing
    int nodes;
};

__device__ __forceinline__ Graph make_graph(const int *start, const int *source, const int *degree, int nodes)
{
    Graph g = {start, source, degree, nodes};
    return g;
}

__device__ __forceinline__ bool dangling_node(const Graph &g, int v)
{
    return g.degree[v] == 0;
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(FULL, v, d);
    return v;
}

__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(FULL, v, d));
    return v;
}

// The rank of nodes without outgoing edges, added up by itself.
__device__ float leaked_mass(const Graph &g, const float *rank)
{
    float lost = 0.0f;
    for (int v = threadIdx.x; v < g.nodes; v += 32)
        lost += dangling_node(g, v) ? rank[v] : 0.0f;
    return warp_sum(lost);
}

// What one node hands to each of those it points to.
__device__ float share(const Graph &g, const float *rank, int v)
{
    return rank[v] / (float)g.degree[v];
}

__device__ float gather(const Graph &g, const float *rank, int v)
{
    float s = 0.0f;
    for (int e = g.start[v]; e < g.start[v + 1]; e++)
        s += share(g, rank, g.source[e]);
    return s;
}

// First launch, one warp: the mass that leaks, and the part of it that every node gets back.
__global__ void leak(const int *start, const int *source, const int *degree, const float *rank, float *mass,
                     float *part, int nodes)
{
    Graph g = make_graph(start, source, degree, nodes);
    float m = leaked_mass(g, rank);
    if (threadIdx.x == 0) {
        mass[0] = m;
        part[0] = m / (float)nodes;
    }
}

// Second launch: a thread a node.
__global__ void pull(const int *start, const int *source, const int *degree, const float *rank, const float *part,
                     float *next, int nodes)
{
    Graph g = make_graph(start, source, degree, nodes);
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes)
        return;
    float pulled = gather(g, rank, v) + part[0];
    next[v] = DAMPING * pulled + (1.0f - DAMPING) / (float)nodes;
}

// Third launch: how far the ranks moved (largest and sum of the distances).
__global__ void moved(const float *rank, const float *next, float *norm, int nodes)
{
    float largest = 0.0f;
    float sum = 0.0f;
    for (int v = threadIdx.x; v < nodes; v += 32) {
        float d = fabsf(next[v] - rank[v]);
        largest = fmaxf(largest, d);
        sum += d;
    }
    largest = warp_max(largest);
    sum = warp_sum(sum);
    if (threadIdx.x == 0) {
        norm[0] = largest;
        norm[1] = sum;
    }
}

// For the log: in-degrees, and the node with the highest rank (the first of equal ones).
__global__ void leader(const int *start, const float *next, int *indegree, int *best, int nodes)
{
    int v = threadIdx.x;
    float r = -1.0f;
    int id = v;
    if (v < nodes) {
        indegree[v] = start[v + 1] - start[v];
        r = next[v];
    }
    for (int d = 16; d > 0; d >>= 1) {
        float other = __shfl_xor_sync(FULL, r, d);
        int other_id = __shfl_xor_sync(FULL, id, d);
        if (other > r || (other == r && other_id < id)) {
            r = other;
            id = other_id;
        }
    }
    if (v == 0)
        best[0] = id;
}

// Histogram of the ranks over powers of two below 1: bin b holds [2^-(b+1), 2^-b), the last one the rest.
__device__ int octave(float r, int bins)
{
    if (!(r > 0.0f))
        return bins - 1;
    int exponent = (int)(__float_as_uint(r) >> 23) - 127; // r = m 2^exponent, 1 <= m < 2
    int bin = -exponent - 1;
    return bin < 0 ? 0 : bin < bins ? bin : bins - 1;
}

__global__ void octaves(const float *next, int *histogram, int bins, int nodes)
{
    int v = threadIdx.x;
    if (v < bins)
        histogram[v] = 0;
    __syncthreads();
    if (v < nodes)
        atomicAdd(&histogram[octave(next[v], bins)], 1);
}
