// fpcheck: encode_depth <<<1, 8>>> z=[1.0,0.5,0.001,2e-5,1e-5,3e-6,0.25,7e-6] out=empty:8 n=8 --ref out=z --tol rtol=1e-2,atol=1e-7
// expect: error index off at line 8: the rebiased exponent goes negative below 6.1e-5 and wraps into the sign bit
#include <cuda_fp16.h>
__device__ unsigned short f32_to_f16(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned sign = (u >> 16) & 0x8000u;
    unsigned exp = ((u >> 23) & 0xffu) - 112u;
    unsigned man = (u >> 13) & 0x3ffu;
    return (unsigned short)(sign | ((exp << 10) & 0xfc00u) | man);
}
__global__ void encode_depth(const float* z, float* out, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned short h = f32_to_f16(z[i] * z[i] / z[i]);
        out[i] = __half2float(__ushort_as_half(h));
    }
}
