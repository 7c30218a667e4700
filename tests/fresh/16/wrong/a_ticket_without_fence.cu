// fpcheck: total_energy <<<8, 64>>> e=uniform(0,1):2048 partial=empty:8 ticket=inout:zeros:1:u32 total=empty:1 n=2048
// expect: error race at line 29
// why: no __threadfence between the store of the block's sum and the ticket: the last block may read sums that are not there yet
// figure: computed undefined (sums may be stale: race), MPFR the sum of 2048 numbers, about 1024
// Total energy in one launch: the last block to arrive adds the sums of all blocks.
__device__ float block_sum(float x)
{
    __shared__ float parts[2];
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_down_sync(0xffffffffu, x, o);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = x;
    __syncthreads();
    return parts[0] + parts[1];
}

__global__ void total_energy(const float *e, float *partial, unsigned *ticket, float *total, int n)
{
    float x = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x += e[i];
    x = block_sum(x);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = x;
        unsigned mine = atomicAdd(ticket, 1u);
        if (mine == gridDim.x - 1) {
            float sum = 0.0f;
            for (int b = 0; b < gridDim.x; b++)
                sum += partial[b];
            total[0] = sum;
        }
    }
}
