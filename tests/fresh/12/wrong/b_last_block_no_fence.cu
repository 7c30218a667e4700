// fpcheck: total_charge <<<8, 128>>> q=uniform(-1,3):5000 partial=empty:8 total=empty:1 done=inout:zeros:1 n=5000
// expect: error race at line 39
// why: the last block reads what other blocks wrote, but nothing orders a block's partial sum before its ticket: no __threadfence between them.
// figure: race (a stale or unwritten partial may be summed)
__device__ float block_sum(float v, float *scratch)
{
    const unsigned lane = threadIdx.x & 31u;
    const unsigned warp = threadIdx.x >> 5;
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    if (lane == 0)
        scratch[warp] = v;
    __syncthreads();
    v = threadIdx.x < (blockDim.x >> 5) ? scratch[threadIdx.x] : 0.0f;
    if (warp == 0)
        for (int o = 16; o > 0; o >>= 1)
            v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__global__ void total_charge(const float *q, float *partial, float *total, unsigned *done, int n)
{
    __shared__ float scratch[32];
    __shared__ bool last;

    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += q[i];
    v = block_sum(v, scratch);

    if (threadIdx.x == 0) {
        partial[blockIdx.x] = v;
        unsigned ticket = atomicAdd(done, 1u);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();

    if (last) {
        float s = threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0.0f;
        s = block_sum(s, scratch);
        if (threadIdx.x == 0)
            *total = s;
    }
}
