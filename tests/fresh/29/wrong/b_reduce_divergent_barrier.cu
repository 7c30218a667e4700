// fpcheck: block_sum <<<1, 64>>> x=arange:50 out=empty:1 n=50 want=[1225] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: error barrier at line 19
// why: __syncthreads inside of a branch that half of the threads do not take
// figure: out[0] computed undefined (barriers pair up wrongly), MPFR 1225
#include <cuda_runtime.h>

// Sum of one block, tree reduction in shared memory.
__global__ void block_sum(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float sdata[64];
    int tid = threadIdx.x;

    sdata[tid] = tid < n ? x[tid] : 0.0f;
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
            __syncthreads();
        }
    }

    __syncthreads();
    if (tid == 0)
        out[0] = sdata[0];
}
