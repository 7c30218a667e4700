// fpcheck: start <<<2, 32>>> dist=empty:40:i32 root=3 n=40 --ref cost=@b_bf_ref.npy --tol rtol=1e-6
// fpcheck+ relax <<<4, 32>>> from=@b_bf_from.npy to=@b_bf_to.npy weight=@b_bf_w.npy dist=dist edges=120 rounds=1
// fpcheck+ relax <<<4, 32>>> from=from to=to weight=weight dist=dist edges=120 rounds=1
// fpcheck+ relax <<<4, 32>>> from=from to=to weight=weight dist=dist edges=120 rounds=1
// fpcheck+ relax <<<4, 32>>> from=from to=to weight=weight dist=dist edges=120 rounds=1
// fpcheck+ hops <<<2, 32>>> dist=dist cost=empty:40 n=40
// fpcheck+ summary <<<2, 32>>> dist=dist reached=zeros:1:i32 farthest=zeros:1:i32 n=40
// expect: error overflow at line 47
// why: INT_MAX stands for "not reached", and relaxing an edge that starts at such a node adds its weight to it: the sum wraps to a large negative distance that beats all; found in many student's and some published SSSP kernels
// figure: cost[23] computed -214748352, MPFR 115.5
#include <cuda_runtime.h>
#include <limits.h>

// single-source shortest paths by repeated relaxation of all edges
namespace paths {

constexpr int UNREACHED = INT_MAX;

struct Edge {
    int from, to, weight;
};

__device__ int thread_index()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ Edge edge_at(const int *from, const int *to, const int *weight, int e)
{
    Edge edge;
    edge.from = from[e];
    edge.to = to[e];
    edge.weight = weight[e];
    return edge;
}

// roads: a weight of tenths of seconds; turn penalties are added to heavy ones
__device__ int with_penalty(int weight)
{
    const int heavy = 500, penalty = 20;
    return weight >= heavy ? weight + penalty : weight;
}

__device__ int candidate(int *dist, const Edge &edge)
{
    int before = atomicAdd(&dist[edge.from], 0); // an atomic read
    return (int)((unsigned)before + (unsigned)with_penalty(edge.weight));
}

__device__ bool improve(int *dist, const Edge &edge)
{
    int d = candidate(dist, edge);
    return atomicMin(&dist[edge.to], d) > d;
}

__device__ float seconds(int tenths)
{
    const float unknown = -1.0f;
    return tenths == UNREACHED ? unknown : 0.1f * (float)tenths;
}

} // namespace paths

__global__ void start(int *dist, int root, int n)
{
    using namespace paths;
    int i = thread_index();
    if (i < n)
        dist[i] = i == root ? 0 : UNREACHED;
}

__global__ void relax(const int *from, const int *to, const int *weight, int *dist, int edges, int rounds)
{
    using namespace paths;
    int e = thread_index();
    if (e >= edges)
        return;
    Edge edge = edge_at(from, to, weight, e);
    for (int r = 0; r < rounds; r++)
        if (!improve(dist, edge))
            break;
}

__global__ void hops(const int *dist, float *cost, int n)
{
    using namespace paths;
    int i = thread_index();
    if (i >= n)
        return;
    cost[i] = seconds(dist[i]);
}

// how many nodes were reached, and the distance of the last of them
__global__ void summary(const int *dist, int *reached, int *farthest, int n)
{
    using namespace paths;
    int i = thread_index();
    bool there = i < n && dist[i] != UNREACHED;
    unsigned votes = __ballot_sync(0xffffffffu, there);
    int d = there ? dist[i] : 0;
    for (int o = 16; o > 0; o >>= 1)
        d = max(d, __shfl_xor_sync(0xffffffffu, d, o));
    if (threadIdx.x == 0) {
        atomicAdd(reached, __popc(votes));
        atomicMax(farthest, d);
    }
}
