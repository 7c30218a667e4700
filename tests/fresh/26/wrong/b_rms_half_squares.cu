// fpcheck: rms_norm <<<1, 32>>> x=[300,-280,310,150,20,-75,290,-305] gain=[1,1,1,1,1,1,1,1] y=empty:8 d=8 eps=0.00001
// expect: error overflow at line 11
// why: squares of hidden activations are summed in half and overflow; rsqrt(inf) is 0, so the row silently becomes zero
// figure: computed y[0] = 0 (the sum of squares is inf in half), exact 1.23751
#include <cuda_fp16.h>
__global__ void rms_norm(const __half *x, const __half *gain, __half *y, int d, float eps)
{
    int lane = threadIdx.x;
    __half acc = __float2half(0.0f);
    for (int i = lane; i < d; i += 32)
        acc = __hfma(x[i], x[i], acc);
    for (int o = 16; o > 0; o >>= 1)
        acc = __hadd(acc, __shfl_xor_sync(0xffffffffu, acc, o));
    float scale = rsqrtf(__half2float(acc) / d + eps);
    for (int i = lane; i < d; i += 32)
        y[i] = __float2half(__half2float(x[i]) * scale * __half2float(gain[i]));
}
