// fpcheck: degrees_of_nodes<<<2, 64>>> edge=[0,3,1,2,2,0,3,3,1,0,2,3,3,3,4,1,0,2,4,4,3,1,0,0,3,2,1,3] weighted=inout:zeros:5 weight=0.25 edges=28 --ref 'weighted=@a_degrees.npy' --tol bitwise
// expect: ok
// why: float atomics in any order look as if they were not reproducible, but every term is a multiple of 0.25 and every sum is exact; the shared bins are cleared before the barrier
// figure: computed weighted[3] = 2.25, MPFR 2.25 (error 0)
// Weighted degrees of graph nodes: bins in shared memory, then one atomic a bin.
constexpr int NODES = 5;

__global__ void degrees_of_nodes(const int *edge, float *weighted, float weight, int edges)
{
    __shared__ float bins[NODES];
    if (threadIdx.x < NODES)
        bins[threadIdx.x] = 0.0f;
    __syncthreads();
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x)
        atomicAdd(&bins[edge[e]], weight);
    __syncthreads();
    if (threadIdx.x < NODES)
        atomicAdd(&weighted[threadIdx.x], bins[threadIdx.x]);
}
