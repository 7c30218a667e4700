// fpcheck: compress <<<1, 32>>> intensity=[12.0,500.0,1600.0,96.0,896.0,3200.0] code=empty:6:u8 back=empty:6 scale=0.0625 n=6 want=[12.0,500.0,1600.0,96.0,896.0,3200.0] ref=back=want --tol rtol=0.0626,atol=0
// expect: ok
// why: scaled by a power of two into the range of e4m3 first, cast once; a relative error of 2^-4 is what the format allows
// figure: back[1]: computed 512, MPFR 500 (relative error 0.024, tolerance 0.0626)
#include <cuda_fp8.h>

// Intensities as e4m3 with a common scale, and what a reader of the archive gets back.
__global__ void compress(const float *intensity, unsigned char *code, float *back, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __nv_fp8_e4m3 q(intensity[i] * scale);
    code[i] = q.__x;
    back[i] = (float)q / scale;
}
