// fpcheck: rotary<<<8, 16>>> x=uniform(-1,1):8x32 y=empty:8x32 first=100021 dim=32
// expect: ok
// why: positions beyond 10^5, but the angle is formed in turns in double and reduced to half a turn before it becomes a float
// figure: cos of pair 3 at 100021 computed 0.390964091, MPFR 0.390964118; error below 3e-7, allowed 4e-6
#include <cuda_runtime.h>

__global__ void rotary(const float *x, float *y, int first, int dim)
{
    int token = blockIdx.x, pair = threadIdx.x, half = dim / 2;
    if (pair >= half)
        return;
    double per_token = exp2(-13.287712379549449 * pair / half) * 0.15915494309189535; // turns
    double turns = per_token * (double)(first + token);
    float part = (float)(turns - rint(turns));
    float s, c;
    sincospif(2.0f * part, &s, &c);
    float a = x[token * dim + pair], b = x[token * dim + pair + half];
    y[token * dim + pair] = a * c - b * s;
    y[token * dim + pair + half] = a * s + b * c;
}
