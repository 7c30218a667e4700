// fpcheck: betweenness <<<1, 64>>> row_begin=[0,2,4,6,10,12,14,18,20,22,26,28,30,34,36,38,42,44,46,50,52,54,58,60,62,66,68,70,74,76,78,82,84,86,90,92,94,98,100,102,106,108,110,114,116,118,122,124,126,130,132,134,138,140,142,146,148,150,154,156,158,162,164,166,170,172,174,178,180,182,186,188,190,194,196,198,202,204,206,210,212,214,218,220,222,226,228,230,234,236,238,242,244,246,250,252,254,258,260,262,266,268,270,274,276,278,280] column=[1,2,0,3,0,3,1,2,4,5,3,6,3,6,4,5,7,8,6,9,6,9,7,8,10,11,9,12,9,12,10,11,13,14,12,15,12,15,13,14,16,17,15,18,15,18,16,17,19,20,18,21,18,21,19,20,22,23,21,24,21,24,22,23,25,26,24,27,24,27,25,26,28,29,27,30,27,30,28,29,31,32,30,33,30,33,31,32,34,35,33,36,33,36,34,35,37,38,36,39,36,39,37,38,40,41,39,42,39,42,40,41,43,44,42,45,42,45,43,44,46,47,45,48,45,48,46,47,49,50,48,51,48,51,49,50,52,53,51,54,51,54,52,53,55,56,54,57,54,57,55,56,58,59,57,60,57,60,58,59,61,62,60,63,60,63,61,62,64,65,63,66,63,66,64,65,67,68,66,69,66,69,67,68,70,71,69,72,69,72,70,71,73,74,72,75,72,75,73,74,76,77,75,78,75,78,76,77,79,80,78,81,78,81,79,80,82,83,81,84,81,84,82,83,85,86,84,87,84,87,85,86,88,89,87,90,87,90,88,89,91,92,90,93,90,93,91,92,94,95,93,96,93,96,94,95,97,98,96,99,96,99,97,98,100,101,99,102,99,102,100,101,103,104,102,105,102,105,103,104] dependency=empty:106 vertices=106 source=0
// fpcheck+ rank_vertices <<<1, 128>>> dependency_in=dependency centrality=empty:106 rank=empty:106 vertices=106 want=[0,0.49047619,0.49047619,0.971428571,0.476190476,0.476190476,0.942857143,0.461904762,0.461904762,0.914285714,0.447619048,0.447619048,0.885714286,0.433333333,0.433333333,0.857142857,0.419047619,0.419047619,0.828571429,0.404761905,0.404761905,0.8,0.39047619,0.39047619,0.771428571,0.376190476,0.376190476,0.742857143,0.361904762,0.361904762,0.714285714,0.347619048,0.347619048,0.685714286,0.333333333,0.333333333,0.657142857,0.319047619,0.319047619,0.628571429,0.304761905,0.304761905,0.6,0.29047619,0.29047619,0.571428571,0.276190476,0.276190476,0.542857143,0.261904762,0.261904762,0.514285714,0.247619048,0.247619048,0.485714286,0.233333333,0.233333333,0.457142857,0.219047619,0.219047619,0.428571429,0.204761905,0.204761905,0.4,0.19047619,0.19047619,0.371428571,0.176190476,0.176190476,0.342857143,0.161904762,0.161904762,0.314285714,0.147619048,0.147619048,0.285714286,0.133333333,0.133333333,0.257142857,0.119047619,0.119047619,0.228571429,0.104761905,0.104761905,0.2,0.0904761905,0.0904761905,0.171428571,0.0761904762,0.0761904762,0.142857143,0.0619047619,0.0619047619,0.114285714,0.0476190476,0.0476190476,0.0857142857,0.0333333333,0.0333333333,0.0571428571,0.019047619,0.019047619,0.0285714286,0.00476190476,0.00476190476,0] ref=centrality=want --tol rtol=1e-4,atol=1e-5
// expect: error integer overflow at line 62
// why: through a chain of 35 diamonds there are 2^35 shortest paths; counted in 32 bits the number wraps to 0 after the 32nd, and the guard against a division by zero drops everything behind
// figure: computed centrality[3] 0.876190, MPFR 0.971429
#include <cuda_runtime.h>

constexpr int MAX_VERTICES = 128;
constexpr int UNSEEN = -1;

struct Graph {
    const int *row_begin;
    const int *column;
    int vertices;
    __device__ int begin(int v) const
    {
        return row_begin[v];
    }
    __device__ int end(int v) const
    {
        return row_begin[v + 1];
    }
};

struct State {
    int level[MAX_VERTICES];
    unsigned paths[MAX_VERTICES];
    float dependency[MAX_VERTICES];
    int queue[MAX_VERTICES];
    int tail;
    int depth;
    int found;
};

__device__ void start(State &s, int source, int vertices)
{
    for (int v = threadIdx.x; v < vertices; v += blockDim.x) {
        s.level[v] = v == source ? 0 : UNSEEN;
        s.paths[v] = v == source ? 1u : 0u;
        s.dependency[v] = 0.0f;
    }
    if (threadIdx.x == 0) {
        s.queue[0] = source;
        s.tail = 1;
        s.depth = 0;
        s.found = 1;
    }
    __syncthreads();
}

// Vertices not seen yet that have a neighbour on the level get the next one, and the sum of those neighbours' paths.
__device__ void pull_level(State &s, const Graph &g, int level)
{
    for (int v = threadIdx.x; v < g.vertices; v += blockDim.x) {
        if (s.level[v] != UNSEEN)
            continue;
        unsigned sum = 0;
        bool touched = false;
        for (int k = g.begin(v); k < g.end(v); k++) {
            int u = g.column[k];
            if (s.level[u] == level) {
                sum += s.paths[u];
                touched = true;
            }
        }
        if (touched) {
            s.paths[v] = sum;
            int slot = atomicAdd(&s.tail, 1);
            s.queue[slot] = v;
            s.found = 1;
        }
    }
}

__device__ void mark_level(State &s, int first, int level)
{
    for (int k = first + threadIdx.x; k < s.tail; k += blockDim.x)
        s.level[s.queue[k]] = level + 1;
}

__device__ void search(State &s, const Graph &g)
{
    int first = 1;
    for (int level = 0;; level++) {
        __syncthreads();
        if (threadIdx.x == 0)
            s.found = 0;
        __syncthreads();
        pull_level(s, g, level);
        __syncthreads();
        int found = s.found;
        int next_first = s.tail;
        mark_level(s, first, level);
        __syncthreads();
        first = next_first;
        if (!found) {
            if (threadIdx.x == 0)
                s.depth = level;
            break;
        }
    }
    __syncthreads();
}

__device__ float share(unsigned mine, unsigned theirs)
{
    return theirs ? (float)mine / (float)theirs : 0.0f;
}

// Brandes: from the deepest level up, each vertex collects from its successors.
__device__ void collect(State &s, const Graph &g)
{
    for (int level = s.depth - 1; level >= 0; level--) {
        for (int v = threadIdx.x; v < g.vertices; v += blockDim.x) {
            if (s.level[v] != level)
                continue;
            float sum = 0.0f;
            for (int k = g.begin(v); k < g.end(v); k++) {
                int w = g.column[k];
                if (s.level[w] == level + 1)
                    sum += share(s.paths[v], s.paths[w]) * (1.0f + s.dependency[w]);
            }
            s.dependency[v] = sum;
        }
        __syncthreads();
    }
}

// The dependency of one source on every vertex, one block.
__global__ void betweenness(const int *row_begin, const int *column, float *dependency, int vertices, int source)
{
    __shared__ State s;
    Graph g{row_begin, column, vertices};
    start(s, source, vertices);
    search(s, g);
    collect(s, g);
    for (int v = threadIdx.x; v < vertices; v += blockDim.x)
        dependency[v] = v == source ? 0.0f : s.dependency[v];
}

__device__ bool before(float a, int i, float b, int j)
{
    return a > b || (a == b && i < j);
}

// The share of pairs that pass a vertex, and its place in the order of that.
__global__ void rank_vertices(const float *dependency_in, float *centrality, int *rank, int vertices)
{
    int v = threadIdx.x;
    if (v >= vertices)
        return;
    int place = 0;
    for (int u = 0; u < vertices; u++)
        place += before(dependency_in[u], u, dependency_in[v], v);
    rank[v] = place;
    centrality[v] = dependency_in[v] / (float)(vertices - 1);
}
