// fpcheck: gate <<<1, 32>>> z=[0.5,1,-1,2,0,0.25,3,-2,5,4,3,2,1,0,-1,-2,0,0,0,0,1,1,1,1,-3,-1,-4,-1,-5,-2,-6,2.5] p=empty:32 --ref p=@a_head_gate_want.npy --tol rtol=4e-3,atol=1e-3
// expect: error shuffle without width at line 19
// why: the sum of each group of eight is broadcast with __shfl_sync(.., 0) and no width, so every group divides by the sum of the first
// figure: p[16] computed 0.213378906, MPFR 0.0672353553
// Softmax over the eight experts of each of four tokens in one warp, half in and out.
#include <cuda_fp16.h>

__device__ float group_max(float v)
{
    for (int o = 4; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o, 8));
    return v;
}

__device__ float group_sum(float v)
{
    for (int o = 4; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o, 8);
    return __shfl_sync(0xffffffffu, v, 0);
}

__global__ void gate(const __half *z, __half *p)
{
    int lane = threadIdx.x;
    float v = __half2float(z[lane]);
    float e = expf(v - group_max(v));
    p[lane] = __float2half(e / group_sum(e));
}
