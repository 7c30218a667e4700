// fpcheck: array_energy<<<5, 64>>> trace=randn:300 partial=empty:5 finished=inout:[0] energy=empty:1 n=300
// expect: ok
// why: blocks hand partial sums over without a second launch: a fence before the ticket, and one after it
// figure: relative error about 1e-7
#include <cuda_runtime.h>
#define THREADS 64

__device__ float block_sum(float v, float *slots)
{
    int t = threadIdx.x;
    slots[t] = v;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half >>= 1) {
        if (t < half)
            slots[t] += slots[t + half];
        __syncthreads();
    }
    float r = slots[0];
    __syncthreads();
    return r;
}

// Seismic energy of an array; the block that finishes last adds the partial sums, in their order.
__global__ void array_energy(const float *trace, volatile float *partial, unsigned *finished, float *energy, int n)
{
    __shared__ float slots[THREADS];
    __shared__ bool last;
    int i = blockIdx.x * THREADS + threadIdx.x;
    float x = i < n ? trace[i] : 0.0f;
    float mine = block_sum(x * x, slots);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = mine;
        __threadfence();
        last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        float p = threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0.0f;
        float sum = block_sum(p, slots);
        if (threadIdx.x == 0)
            *energy = sum;
    }
}
