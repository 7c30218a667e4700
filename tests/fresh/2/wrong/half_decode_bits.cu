// fpcheck: decode_half <<<1, 32>>> h=[1,0.5,-2,5.9604645e-08,3.0517578e-05,-1.1920929e-07,0.25,0] x=empty:8 n=8 ref=h --tol rtol=1e-3,atol=1e-9
// expect: error half by hand at line 14: subnormal halfs (exponent 0) are decoded as normals: 5.96e-8 becomes 3.05e-5, and 0 too
// half -> float through integer operations only.
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void decode_half(const __half* __restrict__ h, float* __restrict__ x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned int b = __half_as_ushort(h[i]);
    unsigned int sign = (b & 0x8000u) << 16;
    unsigned int magnitude = (b & 0x7fffu) << 13;
    x[i] = __uint_as_float(sign | (magnitude + (112u << 23)));
}
