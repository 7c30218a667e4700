// fpcheck: total_energy <<<8, 64>>> e=uniform(0,1):2048 partial=empty:8 ticket=inout:zeros:1:u32 total=empty:1 n=2048
// expect: ok
// why: blocks hand their sums on without another launch, but a fence stands before the ticket and after it, and the sums are read through volatile
// figure: computed total about 1024, 32 roundings deep at most, MPFR the same; relative error below 1e-6
// Total energy in one launch: the last block to arrive adds the sums of all blocks.
__global__ void total_energy(const float *e, volatile float *partial, unsigned *ticket, float *total, int n)
{
    __shared__ float parts[2];
    float x = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x += e[i];
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_down_sync(0xffffffffu, x, o);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = x;
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = parts[0] + parts[1];
        __threadfence();
        if (atomicAdd(ticket, 1u) == gridDim.x - 1) {
            __threadfence();
            float sum = 0.0f;
            for (int b = 0; b < gridDim.x; b++)
                sum += partial[b];
            total[0] = sum;
        }
    }
}
