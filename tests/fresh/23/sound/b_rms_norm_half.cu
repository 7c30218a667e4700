// fpcheck: rms_norm<<<4, 32>>> x=uniform(-450,450):4x64:f16 gain=uniform(0.5,1.5):64 y=empty:4x64:f16 eps=0.00001
// expect: ok
// why: squares of halves near 400 overflow half, but are summed in float; only the result is rounded to half, packed by the intrinsic
// figure: computed: the half nearest the exact value but for ties within 3e-7 relative; tolerance one half ulp, 5e-4
#include <cuda_fp16.h>

constexpr int PAIRS = 32;

__global__ void rms_norm(const __half2 *x, const float *gain, __half2 *y, float eps)
{
    int t = threadIdx.x;
    float2 v = __half22float2(x[blockIdx.x * PAIRS + t]);
    float s = v.x * v.x + v.y * v.y;
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    float r = rsqrtf(s / (2 * PAIRS) + eps);
    y[blockIdx.x * PAIRS + t] = __floats2half2_rn(v.x * r * gain[2 * t], v.y * r * gain[2 * t + 1]);
}
