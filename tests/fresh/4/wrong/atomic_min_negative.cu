// fpcheck: init_bounds <<<1, 1>>> lo=empty:1
// fpcheck+ aabb_min <<<2, 64>>> z=uniform(-9,-1):128 lo=lo n=128 
// fpcheck+ store_min <<<1, 1>>> lo=lo zmin=empty:1 ref=zmin=min(z) --tol rtol=1e-6,atol=0
// expect: error mismatch with reference at line 17: signed order of float bits is reversed for negatives, the maximum is kept
#include <cuda_runtime.h>

__global__ void init_bounds(int* lo)
{
    lo[0] = __float_as_int(3.0e38f);
}

// lower bound of the z of all vertices
__global__ void aabb_min(const float* z, int* lo, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMin(lo, __float_as_int(z[i]));
}

__global__ void store_min(const int* lo, float* zmin)
{
    zmin[0] = __int_as_float(lo[0]);
}
