// fpcheck: push <<<1, 32>>> offset=[0,2,3,5,6,8,8] target=[1,2,2,0,3,4,0,5] rank=[0.2,0.15,0.25,0.1,0.2,0.1] next=inout:zeros:6 dangling=inout:zeros:1 nodes=6
// fpcheck+ finish <<<1, 32>>> damping=0.85 nodes=6
// expect: ok
// why: float atomics of several threads on one node, in any order: all terms are positive, the order moves the last bit at most
// figure: computed next[2] = 0.251666695, MPFR 0.251666667
// Graph algorithms: one step of PageRank by pushing along edges.
__global__ void push(const int *offset, const int *target, const float *rank, float *next, float *dangling, int nodes)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes)
        return;
    int begin = offset[v], end = offset[v + 1];
    if (begin == end)
    {
        atomicAdd(dangling, rank[v]);
        return;
    }
    float share = rank[v] / (float)(end - begin);
    for (int e = begin; e < end; ++e)
        atomicAdd(&next[target[e]], share);
}

__global__ void finish(float *next, const float *dangling, float damping, int nodes)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < nodes)
        next[v] = (1.0f - damping) / nodes + damping * (next[v] + *dangling / nodes);
}
