// fpcheck: total_decay <<<2, 32>>> a=const(-0.0131):600 b=const(-0.0037):600 decay=empty:2 n=600 want=[0.000385950187,0.108592405] ref=decay=want --tol rtol=1e-3,atol=0
// expect: error accumulator too narrow at line 12
// why: log decays are summed in half: at -4 to -8 a step of -0.0131 is rounded to a multiple of 0.0039, and always in the same direction
// figure: decay computed 0.000551 and 0.099207, MPFR 0.000386 and 0.108592
// The decay of a state over a whole sequence, exp(sum of log gates), for two heads.
#include <cuda_fp16.h>

__device__ __half running_sum(const __half *gates, int n)
{
    __half sum = __float2half(0.0f);
    for (int t = 0; t < n; t++)
        sum = __hadd(sum, gates[t]);
    return sum;
}

__global__ void total_decay(const __half *a, const __half *b, float *decay, int n)
{
    if (threadIdx.x != 0)
        return;
    const __half *gates = blockIdx.x == 0 ? a : b;
    decay[blockIdx.x] = expf(__half2float(running_sum(gates, n)));
}
