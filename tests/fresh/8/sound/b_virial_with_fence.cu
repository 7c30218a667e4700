// fpcheck: virial<<<4, 64>>> f=uniform(1,2):256 r=uniform(1,2):256 partial=empty:4 ticket=inout:zeros:1:u32 w=empty:1 n=256 ref=w=sum(f*r) --tol rtol=1e-5,atol=0
// expect: ok
// why: one thread of a block stores the partial sum, fences, and draws the ticket; the last block reads the others' sums, in the order of the blocks, after a fence of its own
// figure: computed 560.174927, MPFR 560.174996: 0.012 of the tolerance
#include <cuda_runtime.h>

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void virial(const float *f, const float *r, volatile float *partial, unsigned *ticket, float *w, int n)
{
    __shared__ float part[2];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = warp_sum(i < n ? f[i] * r[i] : 0.0f);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    partial[blockIdx.x] = part[0] + part[1];
    __threadfence();
    unsigned drawn = atomicInc(ticket, gridDim.x - 1); // the last one sets it back to 0
    if (drawn != gridDim.x - 1)
        return;
    __threadfence();
    float total = 0.0f;
    for (int b = 0; b < (int)gridDim.x; ++b)
        total += partial[b];
    w[0] = total;
}
