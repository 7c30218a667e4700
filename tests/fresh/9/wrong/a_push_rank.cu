// fpcheck: push<<<1, 64>>> src=randint(0,15):64 dst=randint(0,15):64 rank=uniform(0.01,0.1):16 degree=const(4):16 next=inout:zeros:16 edges=64
// expect: error race on global memory at line 17
// why: several edges end in the same node and += is not atomic
// figure: computed undefined (one of the colliding shares survives), right: the sum over all edges that end in the node
// One push step of PageRank over an edge list.
__device__ float share_of(const float *rank, const int *degree, int node)
{
    return rank[node] / (float)degree[node];
}

__global__ void push(const int *src, const int *dst, const float *rank, const int *degree, float *next, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges)
        return;
    float s = 0.85f * share_of(rank, degree, src[e]);
    next[dst[e]] += s;
}
