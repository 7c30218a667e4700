// fpcheck: depth_gap <<<1, 32>>> z=[1000.5,1001.0,1003.25,1000.125,1002.75,1007.5] gap=empty:6 plane=1000 scale=16 n=6 want=[8.0,16.0,52.0,2.0,44.0,120.0] ref=gap=want --tol rtol=1e-2,atol=1e-2
// expect: error cancellation at line 13
// why: the depths are cast to bfloat16 before the plane is subtracted: near 1000 that format steps by 4, and the offsets of a unit that the scale is for are gone
// figure: computed 64, MPFR 52 (gap[2])
#include <cuda_bf16.h>

// Distance of depth samples from a reference plane, scaled for the contact shadow; stored as bfloat16.
__global__ void depth_gap(const float *z, __nv_bfloat16 *gap, float plane, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __nv_bfloat16 depth = __float2bfloat16(z[i]);
    __nv_bfloat16 near = __float2bfloat16(plane);
    float d = __bfloat162float(depth) - __bfloat162float(near);
    gap[i] = __float2bfloat16(d * scale);
}
