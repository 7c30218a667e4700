// fpcheck: contributions <<<3, 32>>> rank=@b_pr_rank.npy degree=@b_pr_deg.npy share=empty:96 lost=zeros:1 nodes=96 --ref next=@b_pr_ref.npy --tol rtol=1e-4
// fpcheck+ gather <<<3, 32>>> row=@b_pr_row.npy source=@b_pr_src.npy share=share lost=lost next=empty:96 nodes=96 damping=0.85
// fpcheck+ change <<<3, 32>>> rank=rank next=next difference=zeros:1 nodes=96
// expect: error uninitialised at line 37
// why: the block's sum of dangling rank lives in shared memory that only block 0 clears, all others add to what was there before; GPU PageRank and reduce kernels on forums have it
// figure: next[89] computed 0.017368447, MPFR 0.0156902155
#include <cuda_runtime.h>

// PageRank on a graph in compressed sparse rows of incoming edges, one iteration
namespace rank_step {

__device__ int node_index()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

// rank that a node gives to each of those it points to
__device__ float share_of(float rank, int degree)
{
    return degree > 0 ? rank / (float)degree : 0.0f;
}

__device__ float lost_of(float rank, int degree)
{
    return degree > 0 ? 0.0f : rank;
}

__device__ void clear(float *sum)
{
    if (node_index() == 0)
        *sum = 0.0f;
}

__device__ void add_to_block(float *sum, float v)
{
    if (v != 0.0f)
        atomicAdd(sum, v);
}

__device__ void flush(float *total, const float *sum)
{
    if (threadIdx.x == 0 && *sum != 0.0f)
        atomicAdd(total, *sum);
}

__device__ float gather_row(const int *row, const int *source, const float *share, int v)
{
    float s = 0.0f;
    for (int e = row[v]; e < row[v + 1]; e++)
        s += share[source[e]];
    return s;
}

__device__ float teleport(float damping, int nodes)
{
    return (1.0f - damping) / (float)nodes;
}

} // namespace rank_step

__global__ void contributions(const float *rank, const int *degree, float *share, float *lost, int nodes)
{
    using namespace rank_step;
    __shared__ float block_lost;
    clear(&block_lost);
    __syncthreads();
    int v = node_index();
    if (v < nodes) {
        share[v] = share_of(rank[v], degree[v]);
        add_to_block(&block_lost, lost_of(rank[v], degree[v]));
    }
    __syncthreads();
    flush(lost, &block_lost);
}

__global__ void gather(const int *row, const int *source, const float *share, const float *lost, float *next, int nodes, float damping)
{
    using namespace rank_step;
    int v = node_index();
    if (v >= nodes)
        return;
    float incoming = gather_row(row, source, share, v);
    float spread = *lost / (float)nodes;
    next[v] = teleport(damping, nodes) + damping * (incoming + spread);
}

// the 1-norm of the step, by which the host decides whether to go on
__global__ void change(const float *rank, const float *next, float *difference, int nodes)
{
    using namespace rank_step;
    int v = node_index();
    float d = v < nodes ? fabsf(next[v] - rank[v]) : 0.0f;
    d = warp_sum(d);
    if (threadIdx.x == 0)
        atomicAdd(difference, d);
}
