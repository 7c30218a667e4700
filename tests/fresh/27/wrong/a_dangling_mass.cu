// fpcheck: dangling_mass <<<1, 64>>> rank=const(0.0078125):128 degree=zeros:128:i32 mass=empty:1 n=128 want=[1.0] ref=mass=want
// expect: error wrong width of a shuffle at line 9
// why: the shuffle is confined to halves of 16 lanes, so a warp adds up only its lower half
// figure: computed 0.5, MPFR 1
// Rank held by vertices without outgoing edges.
__device__ float warp_sum(float v)
{
    for (int o = 8; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o, 16);
    return v;
}

__global__ void dangling_mass(const float *rank, const int *degree, float *mass, int n)
{
    __shared__ float part[2];
    float v = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (degree[i] == 0)
            v += rank[i];
    v = warp_sum(v);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        mass[0] = part[0] + part[1];
}
