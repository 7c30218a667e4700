// fpcheck: decode_half <<<1, 16>>> bits=@a_half_magic_bits.npy value=empty:16 --ref 'value=@a_half_magic_value_ref.npy' --tol bitwise
// expect: ok
// why: binary16 read by integers: the bits are moved into a binary32 that is 2^112 too small and multiplied by 2^112, which makes subnormals right without a branch
// figure: value[0] computed 1, MPFR 1 (error 0 of the tolerance)
#include <cuda_runtime.h>
__global__ void decode_half(const unsigned short* bits, float* value)
{
    unsigned h = bits[threadIdx.x];
    unsigned shifted = (h & 0x7fffu) << 13;
    float magic = __uint_as_float(0x77800000u); // 2^112
    float f = __uint_as_float(shifted) * magic;
    value[threadIdx.x] = __uint_as_float(__float_as_uint(f) | ((h & 0x8000u) << 16));
}
