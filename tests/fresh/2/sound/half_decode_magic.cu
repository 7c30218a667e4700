// fpcheck: decode_half_magic <<<1, 32>>> h=[1,0.5,-2,5.9604645e-08,3.0517578e-05,-1.1920929e-07,0.25,0,65504] x=empty:9 n=9 ref=h --tol rtol=1e-6
// expect: ok
// half -> float with the multiplication by 2^112, which also normalises
// subnormals exactly (Giesen).
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void decode_half_magic(const __half* __restrict__ h, float* __restrict__ x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned int b = __half_as_ushort(h[i]);
    float magnitude = __uint_as_float((b & 0x7fffu) << 13);
    magnitude *= __uint_as_float((254u - 15u) << 23);   // 2^112
    unsigned int sign = (b & 0x8000u) << 16;
    x[i] = __uint_as_float(__float_as_uint(magnitude) | sign);
}
