// fpcheck: jacobi <<<1, 64>>> rhs=uniform(0,1):64 x=empty:64 n=64 tolerance=1e-5 limit=60
// expect: error divergent barrier at line 24
// why: each thread leaves the loop by its own residual, not by the block's: those still inside wait at a barrier that the others reach nowhere or elsewhere
// figure: computed undefined (a barrier in divergent code), the residuals of rows 0 and 31 pass 1e-5 in different sweeps
#include <cuda_runtime.h>

constexpr int MAX_N = 64;

__device__ float neighbour(const float *x, int i, int n)
{
    return i >= 0 && i < n ? x[i] : 0.0f;
}

// Jacobi sweeps for 4 x[i] - x[i-1] - x[i+1] = rhs[i] in shared memory.
__global__ void jacobi(const float *rhs, float *x, int n, float tolerance, int limit)
{
    __shared__ float now[MAX_N];
    int i = threadIdx.x;
    float f = i < n ? rhs[i] : 0.0f;
    now[i] = 0.0f;
    float residual = 1.0f;
    int sweep = 0;
    while (residual > tolerance && sweep < limit) {
        __syncthreads();
        float next = (f + neighbour(now, i - 1, n) + neighbour(now, i + 1, n)) / 4.0f;
        residual = fabsf(next - now[i]);
        __syncthreads();
        now[i] = next;
        sweep++;
    }
    if (i < n)
        x[i] = now[i];
}
