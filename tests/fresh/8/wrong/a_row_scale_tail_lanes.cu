// fpcheck: quant_scale<<<3, 64>>> x=uniform(-4,4):3x50 scale=empty:3x2 cols=50
// expect: error undefined at line 15
// why: the shuffles stand inside the tail test: in the second warp only 18 lanes take part, the full mask names lanes that never arrive, and the values read from them are undefined
// figure: scale[1]: lanes 18..31 of the second warp are named and never arrive: undefined; right: the absmax of elements 32..49 over 127
#include <cuda_runtime.h>

// absmax of each warp's part of a row, over 127
__global__ void quant_scale(const float *x, float *scale, int cols)
{
    int t = threadIdx.x;
    int row = blockIdx.x;
    if (t < cols) {
        float a = fabsf(x[row * cols + t]);
        for (int o = 16; o > 0; o >>= 1)
            a = fmaxf(a, __shfl_xor_sync(0xffffffffu, a, o));
        if ((t & 31) == 0)
            scale[row * 2 + (t >> 5)] = a / 127.0f;
    }
}
