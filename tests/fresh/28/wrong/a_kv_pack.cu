// fpcheck: pack <<<1, 64>>> x=[1.5,-2.0,-0.75,3.0,0.1,0.2,-4.0,-5.0,-1e-3,7.0,8.0,-9.0] cache=empty:12 n=12 --ref cache=x --tol rtol=8e-3,atol=0
// expect: error sign extended over the other half at line 20
// why: the low bf16 is kept in a short: OR with a negative one extends its sign over the high half, which becomes 0xffff
// figure: cache[3] computed NaN (bits 0xffff, as cache[2] = -0.75 is negative), exact 3
// Packs key vectors for the cache, two bf16 in a word.
#include <cuda_bf16.h>

__device__ short bf16_bits(float v)
{
    return __bfloat16_as_short(__float2bfloat16_rn(v));
}

__global__ void pack(const float *x, __nv_bfloat16 *cache, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 >= n)
        return;
    short lo = bf16_bits(x[2 * i]);
    short hi = bf16_bits(x[2 * i + 1]);
    unsigned word = ((unsigned)hi << 16) | lo;
    reinterpret_cast<unsigned *>(cache)[i] = word;
}
