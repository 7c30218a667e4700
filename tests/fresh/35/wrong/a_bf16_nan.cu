// fpcheck: to_bf16 <<<1, 8>>> bits=@a_bf16_nan_bits.npy out=empty:8 --ref 'out=@a_bf16_nan_out_ref.npy' --tol 0ulp
// expect: error mismatch at line 9
// why: round to nearest even to bfloat16 by adding 0x7fff + lsb without the NaN case: 0x7fffffff carries into the sign and becomes -0.0 (reported of several hand-written float-to-bfloat16 conversions)
// figure: out[1] computed -0, MPFR nan (off by 1e+300 of the tolerance)
#include <cuda_bf16.h>
__device__ __nv_bfloat16 round_to_bf16(unsigned u)
{
    unsigned lsb = (u >> 16) & 1u;
    return __ushort_as_bfloat16((unsigned short)((u + 0x7fffu + lsb) >> 16));
}

__global__ void to_bf16(const unsigned* bits, __nv_bfloat16* out)
{
    out[threadIdx.x] = round_to_bf16(bits[threadIdx.x]);
}
