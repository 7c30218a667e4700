// fpcheck: dequant_int4 <<<1, 32>>> packed=[-100,35,-1,119,-128,16,127,-56] scales=[0.5,0.125] out=empty:16 bytes=8 want=[2.0,0.5,-2.5,-3.0,3.5,3.5,-0.5,-0.5,-1.0,0.0,-1.0,-0.875,0.875,-0.125,0.0,0.5] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: error mismatch at line 21
// why: the shift of a signed byte brings in its sign: upper nibbles of 8 and more are off by 16
// figure: out[1] computed -7.5, MPFR 0.5
#include <cuda_runtime.h>

// Dequantises 4 bit weights, two in a byte (low nibble first), with one scale per group.
#define GROUP 8

__global__ void dequant_int4(const signed char *__restrict__ packed,
                             const float *__restrict__ scales, float *__restrict__ out, int bytes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= bytes)
        return;
    signed char p = packed[i];
    float scale = scales[2 * i / GROUP];

    // Nibbles are stored with an offset of 8
    int lo = (p & 0x0f) - 8;
    int hi = (p >> 4) - 8;
    out[2 * i] = (float)lo * scale;
    out[2 * i + 1] = (float)hi * scale;
}
