// fpcheck: hash_cells <<<1, 32>>> x=[3e9,3.5e9,4e9,-5e9,12.5,-7.25] cell=empty:6 inv_h=1 n=6 ref=floor(x) --tol rtol=1e-6
// expect: error conversion at line 11: floorf(x) of 3e9 does not fit int: distinct cells saturate to 2147483647
// Grid cell of each particle along one axis; world units are millimetres.
#include <cuda_runtime.h>

__global__ void hash_cells(const float* __restrict__ x, long long* __restrict__ cell,
                           float inv_h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    cell[i] = (int)floorf(x[i] * inv_h);
}
