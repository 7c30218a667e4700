// fpcheck: dangling_mass <<<8, 64>>> rank=@a_pr_rank.npy out_degree=@a_pr_degree.npy partial=inout:zeros:8:f32 ticket=inout:zeros:1:u32 mass=empty:1 n=512 want=[0.23662716399121564] ref=mass=want --tol rtol=1e-5,atol=0
// expect: ok
// why: the last block reads what other blocks wrote in the same launch, but fences on both sides of the ticket order that, and the sum is in block order
// figure: computed mass = 0.236627176, MPFR 0.236627163991: relative error 5.2e-08 of 1e-5
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
        __threadfence();
        last = atomicAdd(ticket, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && t == 0) {
        float total = 0.0f;
        for (int b = 0; b < gridDim.x; b++)
            total += ((volatile float *)partial)[b];
        mass[0] = total;
    }
}
