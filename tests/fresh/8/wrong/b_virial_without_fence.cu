// fpcheck: virial<<<4, 64>>> f=uniform(1,2):256 r=uniform(1,2):256 partial=empty:4 ticket=inout:zeros:1:u32 w=empty:1 n=256 ref=w=sum(f*r) --tol rtol=1e-4,atol=0
// expect: error missing fence at line 28
// why: the partial sum is stored and the ticket drawn without __threadfence() between, so the last block may read partial sums that are not there yet
// figure: computed undefined (partial sums may be read before they are there), MPFR the sum of f r
#include <cuda_runtime.h>

__device__ float block_sum(float v, float *part)
{
    int t = threadIdx.x;
    part[t] = v;
    __syncthreads();
    for (int half = 32; half > 0; half >>= 1) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    return part[0];
}

__global__ void virial(const float *f, const float *r, float *partial, unsigned *ticket, float *w, int n)
{
    __shared__ float part[64];
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = block_sum(i < n ? f[i] * r[i] : 0.0f, part);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float total = 0.0f;
        for (int b = 0; b < (int)gridDim.x; ++b)
            total += partial[b];
        w[0] = total;
    }
}
