// fpcheck: geometric_mean <<<1, 32>>> x=uniform(0.001,100):256 out=empty:1 n=256
// expect: ok
// Geometric mean without overflow: mantissas are multiplied, exponents (taken
// from the bits of positive normal numbers) are added as integers.
#include <cuda_runtime.h>

__global__ void geometric_mean(const float* __restrict__ x, float* __restrict__ out, int n)
{
    float log_sum = 0.0f;
    int exponent = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        unsigned int u = __float_as_uint(x[i]);
        exponent += (int)(u >> 23) - 127;
        log_sum += log2f(__uint_as_float((u & 0x7fffffu) | 0x3f800000u));   // mantissa in [1, 2)
    }
    exponent = __reduce_add_sync(0xffffffffu, exponent);
    for (int o = 16; o > 0; o >>= 1) log_sum += __shfl_xor_sync(0xffffffffu, log_sum, o);
    if (threadIdx.x == 0) out[0] = exp2f(((float)exponent + log_sum) / (float)n);
}
