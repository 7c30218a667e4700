// fpcheck: energy<<<4, 32>>> x=uniform(0.5,2):512 part=empty:4 ticket=inout:zeros:1 total=empty:1 n=512 --ref 'total=sum(x*x)' --tol rtol=1e-5,atol=0
// expect: ok
// why: blocks read what other blocks wrote: partial sums are fenced before the ticket, and the last block sums them in one order
// figure: error about 1e-7 of rtol 1e-5
// Sum of squares in one launch: the block that draws the last ticket adds up the parts.
__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

__global__ void energy(const float *x, volatile float *part, unsigned *ticket, float *total, int n)
{
    __shared__ bool last;
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += x[i] * x[i];
    v = warp_sum(v);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = v;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    v = threadIdx.x < gridDim.x ? part[threadIdx.x] : 0.0f;
    v = warp_sum(v);
    if (threadIdx.x == 0)
        total[0] = v;
}
