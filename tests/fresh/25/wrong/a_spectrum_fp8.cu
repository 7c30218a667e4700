// fpcheck: compress <<<1, 32>>> intensity=[12.0,500.0,1600.0,96.0,896.0,3200.0] code=empty:6:u8 back=empty:6 scale=0.0625 n=6 want=[12.0,500.0,1600.0,96.0,896.0,3200.0] ref=back=want --tol rtol=0.07,atol=0
// expect: error order of scale and cast at line 10
// why: the intensities are cast to e4m3 before they are scaled, so everything above 448 saturates
// figure: back[5]: computed 448, MPFR 3200
#include <cuda_fp8.h>

// Intensities as e4m3 with a common scale, and what a reader of the archive gets back.
__device__ __nv_fp8_e4m3 quantise(float x, float scale)
{
    __nv_fp8_e4m3 q(x);
    return __nv_fp8_e4m3((float)q * scale);
}

__global__ void compress(const float *intensity, unsigned char *code, float *back, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __nv_fp8_e4m3 q = quantise(intensity[i], scale);
    code[i] = q.__x;
    back[i] = (float)q / scale;
}
