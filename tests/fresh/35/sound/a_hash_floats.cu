// fpcheck: cell_hash <<<1, 8>>> x=@a_hash_floats_x.npy hash=empty:8 --ref 'hash=@a_hash_floats_hash_ref.npy'
// expect: ok
// why: a murmur finaliser on the bits of a float: x + 0 makes -0 into +0 so that equal keys hash alike, and the multiplications wrap modulo 2^32 on purpose
// figure: hash[0] computed 0, exact 0 (0 of 8 differ)
#include <cuda_runtime.h>
__device__ unsigned mix(unsigned h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ (h >> 16);
}

__global__ void cell_hash(const float* x, unsigned* hash)
{
    float canonical = __fadd_rn(x[threadIdx.x], 0.0f);
    hash[threadIdx.x] = mix(__float_as_uint(canonical));
}
