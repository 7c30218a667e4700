// fpcheck: row_max <<<2, 32>>> x=[[-3.5,-1.25,-7,-2,-9,-4.5],[2,-1,0.5,-8,1.75,-3]] out=empty:2 cols=6 want=[-1.25,2] --ref 'out=want' --tol rtol=1e-7,atol=0
// expect: error mismatch at line 11
// why: negative floats compared as signed integers are in the opposite order: -inf beats every negative number
// figure: out[0] computed -inf, MPFR -1.25
#include <cuda_runtime.h>
#include <math.h>

// Maximum of each row with shared memory atomics on the bits of the floats.
__device__ __forceinline__ void atomic_max_float(float *address, float value)
{
    atomicMax((int *)address, __float_as_int(value));
}

__global__ void row_max(const float *__restrict__ x, float *__restrict__ out, int cols)
{
    __shared__ float best;

    if (threadIdx.x == 0)
        best = -INFINITY;
    __syncthreads();

    const float *row = x + blockIdx.x * cols;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        atomic_max_float(&best, row[c]);
    __syncthreads();

    if (threadIdx.x == 0)
        out[blockIdx.x] = best;
}
