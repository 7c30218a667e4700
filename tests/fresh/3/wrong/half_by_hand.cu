// fpcheck: pack_half <<<1, 8>>> x=[1,0.5,0.1,0.001,0.00005,0.00002,0.00001,0.000004] packed=empty:8 unpacked=empty:8 n=8 --ref unpacked=x --tol rtol=0.02
// expect: error half by hand at line 14: no subnormals: an exponent below -14 wraps into the sign bit, 0.00005 comes back as a huge negative number
#include <cuda_fp16.h>
// Packs float to half with integer operations (rounding half up).
__device__ unsigned short to_half(float v) {
    unsigned u = __float_as_uint(v);
    unsigned sign = (u >> 16) & 0x8000u;
    unsigned exponent = ((u >> 23) & 0xffu) - 127u + 15u;
    unsigned mantissa = (u & 0x7fffffu) + 0x1000u;
    if (mantissa & 0x800000u) {
        mantissa = 0;
        exponent += 1;
    }
    return (unsigned short)(sign | (exponent << 10) | (mantissa >> 13));
}

__global__ void pack_half(const float* x, unsigned short* packed, float* unpacked, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned short h = to_half(x[i]);
    packed[i] = h;
    unpacked[i] = __half2float(__ushort_as_half(h));
}
