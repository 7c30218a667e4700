// fpcheck: count_paths <<<1, 64>>> row=@b_bfs_row.npy column=@b_bfs_col.npy level=empty:64:i32 paths=empty:64 closeness=empty:1 n=64 root=5 --ref level=@b_bfs_lev.npy --ref paths=@b_bfs_sig.npy --ref closeness=@b_bfs_clo.npy --tol rtol=1e-6
// expect: ok
// why: breadth-first search with frontiers as bit masks and path counts in floats: the counts are integers far below 2^24 and exact in any order, barriers stand in a loop that all threads leave together, and level 255 marks the unreached
// figure: level: largest error 0 (0 relative at its worst, largest |value| 255), as simulated; paths: largest error 0 (0 relative at its worst, largest |value| 9), as simulated; closeness: largest error 4.18e-09 (1.48e-08 relative at its worst, largest |value| 0.281908), as simulated
#include <cuda_runtime.h>

// the forward half of Brandes' betweenness, one block, one thread a node, undirected graph in rows
namespace bfs {

constexpr int NODES = 64;
constexpr int WORDS = NODES / 32;
constexpr int UNREACHED = 255;

struct Shared {
    unsigned frontier[WORDS], next[WORDS], seen[WORDS];
    float sigma[NODES];
    int reached, distance;
};

__device__ bool has(const unsigned *set, int v)
{
    return (set[v / 32] >> (v % 32)) & 1u;
}

__device__ void insert(unsigned *set, int v)
{
    atomicOr(&set[v / 32], 1u << (v % 32));
}

__device__ bool empty(const unsigned *set)
{
    unsigned any = 0;
    for (int w = 0; w < WORDS; w++)
        any |= set[w];
    return any == 0;
}

__device__ void reset(Shared &s, int root)
{
    int t = threadIdx.x;
    if (t < WORDS) {
        unsigned first = root / 32 == t ? 1u << (root % 32) : 0u;
        s.frontier[t] = first;
        s.seen[t] = first;
        s.next[t] = 0u;
    }
    s.sigma[t] = t == root ? 1.0f : 0.0f;
    if (t == 0) {
        s.reached = 0;
        s.distance = 0;
    }
    __syncthreads();
}

// a node of the frontier gives its count to all its neighbours not yet seen
__device__ void push(Shared &s, const int *row, const int *column, int v)
{
    if (!has(s.frontier, v))
        return;
    float mine = s.sigma[v];
    for (int e = row[v]; e < row[v + 1]; e++) {
        int u = column[e];
        if (!has(s.seen, u)) {
            atomicAdd(&s.sigma[u], mine);
            insert(s.next, u);
        }
    }
}

__device__ void advance(Shared &s)
{
    int t = threadIdx.x;
    if (t < WORDS) {
        s.frontier[t] = s.next[t];
        s.seen[t] |= s.next[t];
        s.next[t] = 0u;
    }
}

__device__ void tally(Shared &s, int level)
{
    if (level != UNREACHED && level > 0) {
        atomicAdd(&s.reached, 1);
        atomicAdd(&s.distance, level);
    }
    __syncthreads();
}

__device__ float closeness_of(const Shared &s, int n)
{
    if (s.distance == 0)
        return 0.0f;
    float r = (float)s.reached;
    return r / (float)(n - 1) * (r / (float)s.distance);
}

} // namespace bfs

__global__ void count_paths(const int *row, const int *column, int *level, float *paths, float *closeness, int n, int root)
{
    using namespace bfs;
    __shared__ Shared s;
    int v = threadIdx.x;
    reset(s, root);
    int mine = v == root ? 0 : UNREACHED;
    for (int depth = 1; depth < n; depth++) {
        if (v < n)
            push(s, row, column, v);
        __syncthreads();
        advance(s);
        __syncthreads();
        if (has(s.frontier, v))
            mine = depth;
        if (empty(s.frontier))
            break;
    }
    tally(s, mine);
    if (v < n) {
        level[v] = mine;
        paths[v] = s.sigma[v];
    }
    if (v == 0)
        *closeness = closeness_of(s, n);
}
