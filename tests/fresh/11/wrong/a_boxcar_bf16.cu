// fpcheck: boxcar <<<1, 32>>> x=ones:1055 y=empty:32 taps=1024 --ref y=1
// expect: error absorption at line 12
// why: a bfloat16 accumulator has 8 bits: it stops growing at 256, so the mean of 1024 ones comes out as 0.25
// figure: y[0]: computed 0.25, MPFR 1
#include <cuda_bf16.h>
// Moving average (decimation filter).
__global__ void boxcar(const float *x, float *y, int taps)
{
    int i = threadIdx.x;
    __nv_bfloat16 sum = __float2bfloat16(0.0f);
    for (int k = 0; k < taps; k++)
        sum = __hadd(sum, __float2bfloat16(x[i + k]));
    y[i] = __bfloat162float(sum) / (float)taps;
}
