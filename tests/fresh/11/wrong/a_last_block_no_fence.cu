// fpcheck: total_charge <<<4, 64>>> q=uniform(0,1):256 part=empty:4 ticket=inout:zeros:1:u32 total=empty:1
// expect: error race at line 16
// why: no __threadfence between the store of the partial sum and the ticket: the last block may see the ticket but not yet the sum, so its loads race with the stores of the other blocks
// figure: total: computed the sum without the parts not yet seen (undefined), MPFR sum(q)
__global__ void total_charge(const float *q, float *part, unsigned *ticket, float *total)
{
    __shared__ bool last;
    float v = q[blockIdx.x * blockDim.x + threadIdx.x];
    __shared__ float s[2];
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        part[blockIdx.x] = s[0] + s[1];
        last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float sum = 0.0f;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        *total = sum;
    }
}
