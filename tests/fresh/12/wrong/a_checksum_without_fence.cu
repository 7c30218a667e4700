// fpcheck: total_mass <<<4, 64>>> rho=uniform(0.5,1.5):1024 part=empty:4 ticket=inout:zeros:1:u32 total=empty:1 n=1024
// expect: error missing fence at line 28
// why: thread 0 writes its partial sum and takes a ticket without a __threadfence between: the last block may read sums that are not there yet
// figure: computed total may miss partial sums, MPFR the sum of 1024 masses
__device__ float block_sum(float v, float *shared)
{
    int t = threadIdx.x;
    shared[t] = v;
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        __syncthreads();
        if (t < h)
            shared[t] += shared[t + h];
    }
    __syncthreads();
    return shared[0];
}

// Sum over the grid in one launch: the block that comes last adds the partial sums.
__global__ void total_mass(const float *rho, float *part, unsigned *ticket, float *total, int n)
{
    __shared__ float shared[64];
    __shared__ bool last;
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += rho[i];
    float sum = block_sum(v, shared);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = sum;
        last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float all = 0.0f;
        for (unsigned b = 0; b < gridDim.x; b++)
            all += part[b];
        *total = all;
    }
}
