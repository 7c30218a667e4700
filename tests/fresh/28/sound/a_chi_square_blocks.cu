// fpcheck: chi_square <<<4, 64>>> seen=@a_chi_square_blocks_seen.npy expected=uniform(8,12):256 partial=empty:4 finished=inout:[0] result=empty:1 n=256
// expect: ok
// why: blocks hand their parts over through global memory without a second launch; the fence before the counter and the barrier after it make that right
// figure: result about 256 (d^2/e each about 1), relative error about 1e-7; the same on every run
// Chi-square statistic of a histogram in one launch: the block that finishes last adds the parts, in a fixed order.
__device__ float block_sum(float v)
{
    __shared__ float part[2];
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    return part[0] + part[1];
}

__global__ void chi_square(const int *seen, const float *expected, float *partial, unsigned *finished, float *result, int n)
{
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float term = 0.0f;
    if (i < n) {
        float d = (float)seen[i] - expected[i];
        term = d * d / expected[i];
    }
    float sum = block_sum(term);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        unsigned ticket = atomicAdd(finished, 1u);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        float total = 0.0f;
        for (int b = 0; b < (int)gridDim.x; b++)
            total += __ldcg(partial + b);
        *result = total;
    }
}
