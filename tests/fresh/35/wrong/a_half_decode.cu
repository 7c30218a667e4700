// fpcheck: decode_half <<<1, 16>>> bits=@a_half_decode_bits.npy value=empty:16 --ref 'value=@a_half_decode_value_ref.npy' --tol bitwise
// expect: error mismatch at line 12
// why: rebiasing the exponent of a binary16 by hand without the subnormal case: 0x0001 becomes 2^-15 (1 + 2^-10) and zero becomes 2^-15 (a frequent bug of hand-written half readers in texture loaders)
// figure: value[7] computed 3.05175781e-05, MPFR 0 (off by 3.1e+295 of the tolerance)
#include <cuda_runtime.h>
__device__ float half_bits_to_float(unsigned short h)
{
    unsigned sign = (h & 0x8000u) << 16;
    unsigned exponent = (h >> 10) & 0x1fu;
    unsigned mantissa = h & 0x3ffu;
    if (exponent == 31u) return __uint_as_float(sign | 0x7f800000u | (mantissa << 13));
    return __uint_as_float(sign | ((exponent + 112u) << 23) | (mantissa << 13));
}

__global__ void decode_half(const unsigned short* bits, float* value)
{
    value[threadIdx.x] = half_bits_to_float(bits[threadIdx.x]);
}
