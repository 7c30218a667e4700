// fpcheck: coil_power <<<1, 32>>> coil=const(1.5):4096 power=empty:1 samples=4096 want=[2.25] ref=power=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the samples are binary16 but every product and sum is binary32; two halves are read as one word
// figure: power[0]: computed 2.25, MPFR 2.25 (error 0, tolerance 1e-6)
#include <cuda_fp16.h>

// Mean power of one MR receive coil (an even number of binary16 samples), one warp.
__global__ void coil_power(const __half *coil, float *power, int samples)
{
    const __half2 *pairs = reinterpret_cast<const __half2 *>(coil);
    float sum = 0.0f;
    for (int k = threadIdx.x; k < samples / 2; k += 32) {
        float2 v = __half22float2(pairs[k]);
        sum = fmaf(v.x, v.x, sum);
        sum = fmaf(v.y, v.y, sum);
    }
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (threadIdx.x == 0)
        power[0] = sum / samples;
}
