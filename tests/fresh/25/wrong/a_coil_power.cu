// fpcheck: coil_power <<<1, 32>>> coil=const(1):4096 power=empty:1 samples=4096 want=[1] ref=power=want --tol rtol=1e-3,atol=0
// expect: error accumulator too narrow at line 14
// why: a binary16 sum of ones stops at 2048: the next one is less than half an ulp
// figure: power[0]: computed 0.5, MPFR 1
#include <cuda_fp16.h>

// Mean power of one MR receive coil for the noise prewhitening; one thread a coil.
__global__ void coil_power(const __half *coil, float *power, int samples)
{
    if (threadIdx.x != 0)
        return;
    __half sum = __float2half(0.0f);
    for (int i = 0; i < samples; i++)
        sum = __hadd(sum, __hmul(coil[i], coil[i]));
    power[0] = __half2float(sum) / samples;
}
