// fpcheck: best_moves<<<4, 32>>> start=[0,21,26,48,52] neighbour=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,0,2,5,7,11,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,0,0,2,23,22] weight=[0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.25,3.0,3.0,3.0,3.0,3.0,1.0,2.0,0.5,0.25,4.0,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,5.0,5.0,5.0,5.0,0.5,1.0,1.5,0.5,2.0] community=[0,1,2,3,4,5,0,1,2,3,4,5,0,1,2,3,4,6,6,6,6,6,6,6] total=[20.0,22.0,18.0,25.0,21.0,19.0,15.0] move=empty:4 gain=empty:4 two_m=140.0 resolution=1.0 vertices=4 want=[12.5625,3.448214292526245,18.39285659790039,1.9642857313156128] ref=gain=want --tol rtol=1e-4,atol=1e-4
// expect: error mismatch at line 146
// why: the shuffles of the best candidate work in groups of 16 lanes, so that lane 0 never hears of the neighbours from the 17th on
// figure: computed gain[0] = 1.446875, MPFR 12.5625
// The local moves of Louvain's method: for every vertex the community among its neighbours that gains most
// modularity. One warp a vertex, one lane a neighbour; vertices with more neighbours go through another kernel.

const unsigned ALL = 0xffffffffu;
const float NO_GAIN = -1.0e30f;

struct Graph {
    const int *start;
    const int *neighbour;
    const float *weight;
};

struct Partition {
    const int *community;
    const float *total; // strength of each community
    float two_m;        // strength of the graph
    float resolution;
};

struct Candidate {
    float gain;
    int community;
};

struct Edge {
    int other;    // -1 beyond the last neighbour
    float weight;
};

// ---------------------------------------------------------------- access

__device__ Graph graph_of(const int *start, const int *neighbour, const float *weight)
{
    Graph g;
    g.start = start;
    g.neighbour = neighbour;
    g.weight = weight;
    return g;
}

__device__ Partition partition_of(const int *community, const float *total, float two_m, float resolution)
{
    Partition p;
    p.community = community;
    p.total = total;
    p.two_m = two_m;
    p.resolution = resolution;
    return p;
}

__device__ int degree(Graph g, int v)
{
    return g.start[v + 1] - g.start[v];
}

__device__ Edge edge(Graph g, int v, int lane)
{
    Edge e;
    e.other = -1;
    e.weight = 0.0f;
    if (lane < degree(g, v)) {
        int k = g.start[v] + lane;
        e.other = g.neighbour[k];
        e.weight = g.weight[k];
    }
    return e;
}

__device__ int community_of(Partition p, Edge e)
{
    return e.other < 0 ? -1 : p.community[e.other];
}

// ---------------------------------------------------------------- sums over the warp

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(ALL, v, o);
    return v;
}

// Sum of the weights of the lanes that have the same community as this one, in the order of the lanes.
__device__ float sum_of_peers(float weight, int community)
{
    float sum = 0.0f;
    for (int k = 0; k < 32; k++) {
        int c = __shfl_sync(ALL, community, k);
        float w = __shfl_sync(ALL, weight, k);
        if (c == community)
            sum += w;
    }
    return sum;
}

// ---------------------------------------------------------------- modularity

// Strength of a community without the vertex itself.
__device__ float rest_of(Partition p, int community, int own, float strength)
{
    float t = p.total[community];
    return community == own ? t - strength : t;
}

__device__ float gain_of(Partition p, float inside, float strength, float rest)
{
    return inside - p.resolution * strength * rest / p.two_m;
}

__device__ Candidate none()
{
    Candidate c;
    c.gain = NO_GAIN;
    c.community = 0x7fffffff;
    return c;
}

__device__ Candidate candidate(Partition p, int community, int own, float inside, float strength)
{
    if (community < 0)
        return none();
    Candidate c;
    c.community = community;
    c.gain = gain_of(p, inside, strength, rest_of(p, community, own, strength));
    return c;
}

// ---------------------------------------------------------------- the best of the lanes

// Of equal gains the lower community, so that a move does not depend on the order of the neighbours.
__device__ bool before(Candidate a, Candidate b)
{
    if (a.gain != b.gain)
        return a.gain > b.gain;
    return a.community < b.community;
}

__device__ Candidate from_lane(Candidate c, int offset)
{
    const int width = 16;
    Candidate r;
    r.gain = __shfl_down_sync(ALL, c.gain, offset, width);
    r.community = __shfl_down_sync(ALL, c.community, offset, width);
    return r;
}

__device__ Candidate warp_best(Candidate c)
{
    for (int o = 16; o > 0; o >>= 1) {
        Candidate other = from_lane(c, o);
        if (before(other, c))
            c = other;
    }
    return c;
}

// ---------------------------------------------------------------- what is written

// A vertex stays where nothing is gained.
__device__ int decision(Candidate best, int own)
{
    return best.gain > 0.0f ? best.community : own;
}

__device__ void write(int *move, float *gain, int v, Candidate best, int own)
{
    move[v] = decision(best, own);
    gain[v] = best.gain;
}

// ---------------------------------------------------------------- the kernel
//
//   gain(v, C) = k(v, C) - resolution * k(v) * total(C without v) / 2m
//
// where k(v) is the strength of v, k(v, C) the weight of its edges into C. The moves are applied by the host in
// the order of the vertices, each after a check that its target has not changed meanwhile.

__global__ void best_moves(const int *start, const int *neighbour, const float *weight, const int *community,
                           const float *total, int *move, float *gain, float two_m, float resolution, int vertices)
{
    int v = blockIdx.x;
    int lane = threadIdx.x;
    if (v >= vertices)
        return;

    Graph g = graph_of(start, neighbour, weight);
    Partition p = partition_of(community, total, two_m, resolution);

    Edge e = edge(g, v, lane);
    int own = p.community[v];
    int there = community_of(p, e);

    float strength = warp_sum(e.weight);
    float inside = sum_of_peers(e.weight, there);

    Candidate mine = candidate(p, there, own, inside, strength);
    Candidate best = warp_best(mine);

    if (lane == 0)
        write(move, gain, v, best, own);
}
