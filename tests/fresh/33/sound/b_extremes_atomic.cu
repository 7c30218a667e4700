// fpcheck: extremes <<<2, 96>>> x=@b_ext_x.npy low=inout:const(1e30):1:f32 high=inout:const(-1e30):1:f32 n=180 --ref 'low=@b_ext_low.npy' --ref 'high=@b_ext_high.npy' --tol bitwise
// expect: ok
// why: floats are compared as integers with the sign case: among non-negative ones signed order, among negative ones the reverse of unsigned order, which gives the exact extremes
// figure: all 1 elements of low equal the reference
#include <cuda_runtime.h>

__device__ void atomic_min(float* p, float v)
{
    if (v >= 0.0f)
        atomicMin((int*)p, __float_as_int(v));
    else
        atomicMax((unsigned*)p, __float_as_uint(v));
}

__device__ void atomic_max(float* p, float v)
{
    if (v >= 0.0f)
        atomicMax((int*)p, __float_as_int(v));
    else
        atomicMin((unsigned*)p, __float_as_uint(v));
}

// Bounding interval of a field's residuals
__global__ void extremes(const float* x, float* low, float* high, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomic_min(low, x[i]);
    atomic_max(high, x[i]);
}
