// fpcheck: dequant_int4 <<<1, 32>>> packed=[-100,35,-1,119,-128,16,127,-56] scales=[0.5,0.125] out=empty:16 bytes=8 want=[-2.0,-3.5,1.5,1.0,-0.5,-0.5,3.5,3.5,0.0,-1.0,0.0,0.125,-0.125,0.875,-1.0,-0.5] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: ok
// why: arithmetic shifts of signed bytes, wanted here: the nibbles are two's complement
// figure: out[1] computed -3.5, MPFR -3.5; exact
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

    // Nibbles are two's complement: shifts of signed bytes extend their sign
    int lo = (signed char)(p << 4) >> 4;
    int hi = p >> 4;
    out[2 * i] = (float)lo * scale;
    out[2 * i + 1] = (float)hi * scale;
}
