// fpcheck: rotary<<<8, 16>>> x=uniform(-1,1):8x32 y=empty:8x32 first=1021 dim=32
// expect: error precision at line 14
// why: the position is rounded to bf16, where neighbours above 512 are 4 apart: several tokens turn by the same, wrong angle
// figure: position 1022 is taken as 1024: cos of pair 0 computed 0.987354, MPFR -0.555038
#include <cuda_runtime.h>
#include <cuda_bf16.h>

__global__ void rotary(const float *x, float *y, int first, int dim)
{
    int token = blockIdx.x, pair = threadIdx.x, half = dim / 2;
    if (pair >= half)
        return;
    float inv_freq = exp2f(-13.287712f * (float)pair / (float)half);
    __nv_bfloat16 position = __float2bfloat16_rn((float)(first + token));
    float angle = __bfloat162float(position) * inv_freq;
    float s, c;
    sincosf(angle, &s, &c);
    float a = x[token * dim + pair], b = x[token * dim + pair + half];
    y[token * dim + pair] = a * c - b * s;
    y[token * dim + pair + half] = a * s + b * c;
}
