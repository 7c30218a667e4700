// fpcheck: mean_depth <<<4, 32>>> z=uniform(0.1,0.9):4x32 out=empty:4 cols=32 ref=mean(z,1) --tol rtol=1e-4
// expect: error narrowing at line 11: the partial sums are kept in an int: everything below 1 is cut off
// Mean depth of a tile row with the integer warp reduction of sm_80 and later.
#include <cuda_runtime.h>

__global__ void mean_depth(const float* __restrict__ z, float* __restrict__ out, int cols)
{
    float v = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32)
        v += z[blockIdx.x * cols + c];
    int total = __reduce_add_sync(0xffffffffu, (int)v);
    if (threadIdx.x == 0)
        out[blockIdx.x] = (float)total / (float)cols;
}
