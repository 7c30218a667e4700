// fpcheck: store_mixing_ratio <<<1, 32>>> q=[0.0125, 0.0031, 0.00042, 0.00011, 0.000015, 0.000004, 0.02, 0.0000305] packed=empty:8 back=empty:8 n=8 ref=back=q --tol rtol=1e-3,atol=1e-7
// expect: error packing at line 12
// why: below 2^-14 the rebiased exponent is negative and wraps under the mask: the dry upper levels become tens of thousands
// figure: computed back[4] = 64416, MPFR 1.49999996e-05
#include <cuda_fp16.h>
// Water vapour mixing ratios (kg/kg) are stored in binary16, packed by hand.
__device__ unsigned short to_half_bits(float x)
{
    unsigned u = __float_as_uint(x);
    u += 0x0fffu + ((u >> 13) & 1u);
    unsigned sign = (u >> 16) & 0x8000u;
    unsigned exponent = (((u >> 23) & 0xffu) - 112u) << 10 & 0x7c00u;
    unsigned mantissa = (u >> 13) & 0x3ffu;
    return (unsigned short)(sign | exponent | mantissa);
}

__global__ void store_mixing_ratio(const float *q, unsigned short *packed, float *back, int n)
{
    int level = blockIdx.x * blockDim.x + threadIdx.x;
    if (level >= n)
        return;
    unsigned short h = to_half_bits(q[level]);
    packed[level] = h;
    back[level] = __half2float(__ushort_as_half(h));
}
