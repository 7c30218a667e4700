// fpcheck: quant_scale<<<3, 64>>> x=uniform(-4,4):3x50 scale=empty:3x2 cols=50
// expect: ok
// why: shuffles inside a tail test, but with the mask of the lanes that are there, and sources past the tail are not used
// figure: scale[1] is the absmax of 18 elements over 127 with one division rounding: error at most half an ulp
#include <cuda_runtime.h>

__global__ void quant_scale(const float *x, float *scale, int cols)
{
    int t = threadIdx.x, lane = t & 31;
    int row = blockIdx.x;
    unsigned mask = __ballot_sync(0xffffffffu, t < cols);
    if (t < cols) {
        int present = __popc(mask);
        float a = fabsf(x[row * cols + t]);
        for (int o = 16; o > 0; o >>= 1) {
            float other = __shfl_down_sync(mask, a, lane + o < present ? o : 0);
            a = fmaxf(a, other);
        }
        if (lane == 0)
            scale[row * 2 + (t >> 5)] = a / 127.0f;
    }
}
