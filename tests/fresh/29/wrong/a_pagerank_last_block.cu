// fpcheck: dangling_mass <<<8, 64>>> rank=ones:512 out_degree=@a_pr_degree.npy partial=inout:zeros:8 ticket=inout:zeros:1:u32 mass=empty:1 n=512
// expect: error race at line 28
// why: the partial sum is published by the ticket without a fence, so the last block may read partials that are not written yet
// figure: computed undefined (a partial still 0 gives 20 less), right 121
// PageRank of dangling vertices (no links out), summed by the last block that finishes.
__global__ void dangling_mass(const float *rank, const int *out_degree, float *partial, unsigned *ticket, float *mass,
                              int n)
{
    __shared__ float sums[64];
    __shared__ bool last;
    int t = threadIdx.x;
    int v = blockIdx.x * blockDim.x + t;
    sums[t] = v < n && out_degree[v] == 0 ? rank[v] : 0.0f;
    __syncthreads();
    for (int half = 32; half > 0; half >>= 1) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = sums[0];
        last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        float total = 0.0f;
        for (int b = 0; b < gridDim.x; b++)
            total += partial[b];
        mass[0] = total;
    }
}
