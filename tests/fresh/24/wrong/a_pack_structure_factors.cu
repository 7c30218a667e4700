// fpcheck: pack_factors <<<1, 32>>> re=[1.5,-2.25,0.0,-0.125] im=[3.0,0.5,-1.0,-8.0] packed=empty:4 n=4 want=[1107312128,939573376,3154116608,3355488256] ref=packed=want
// expect: error sign extension in a packed pair at line 11
// why: __half_as_short is signed: a negative real part is extended over the upper 16 bits and the imaginary part becomes 0xffff, a NaN
// figure: computed packed[1]=0xffffc080, MPFR 0x3800c080
#include <cuda_fp16.h>
// Structure factors F(hkl) for the texture of a Fourier synthesis: real part below, imaginary above
__device__ unsigned pack(float re, float im)
{
    short low = __half_as_short(__float2half_rn(re));
    short high = __half_as_short(__float2half_rn(im));
    return low | (high << 16);
}

__global__ void pack_factors(const float *re, const float *im, unsigned *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        packed[i] = pack(re[i], im[i]);
}
