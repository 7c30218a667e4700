// fpcheck: channel_mean <<<3, 32>>> img=uniform(0.4,0.6):3x2048 m=empty:3 n=2048 ref=m=mean(img,1) --tol rtol=1e-2,atol=0
// expect: error accumulator too narrow at line 12: a bf16 running sum does not take 0.5 above 256
#include <cuda_runtime.h>
#include <cuda_bf16.h>

__global__ void channel_mean(const float* img, float* m, int n)
{
    if (threadIdx.x != 0)
        return;
    __nv_bfloat16 s = __float2bfloat16_rn(0.0f);
    for (int i = 0; i < n; ++i)
        s = __float2bfloat16_rn(__bfloat162float(s) + img[blockIdx.x * n + i]);
    m[blockIdx.x] = __bfloat162float(s) / (float)n;
}
