// fpcheck: rms_norm <<<1, 32>>> x=[300,-280,310,150,20,-75,290,-305] gain=[1,1,1,1,1,1,1,1] y=empty:8 d=8 eps=0.00001
// expect: ok
// why: half activations whose squares would overflow a half are squared and summed in float; only the result is a half
// figure: computed y[0] = 1.2373 (a half), exact 1.237508: half an ulp of a half allowed
#include <cuda_fp16.h>
__global__ void rms_norm(const __half *x, const __half *gain, __half *y, int d, float eps)
{
    int lane = threadIdx.x;
    float acc = 0.0f;
    for (int i = lane; i < d; i += 32) {
        float v = __half2float(x[i]);
        acc = fmaf(v, v, acc);
    }
    for (int o = 16; o > 0; o >>= 1)
        acc += __shfl_xor_sync(0xffffffffu, acc, o);
    float scale = rsqrtf(acc / d + eps);
    for (int i = lane; i < d; i += 32)
        y[i] = __float2half(__half2float(x[i]) * scale * __half2float(gain[i]));
}
