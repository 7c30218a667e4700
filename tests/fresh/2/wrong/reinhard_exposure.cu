// fpcheck: tonemap <<<1, 32>>> hdr=[0.5,2,100,1000,4000] ldr=empty:5 ev=0.1 n=5 ref=1/(1+exp(-hdr*0.1)) --tol rtol=1e-4
// expect: error overflow at line 16: exp(0.1*1000) is infinite, inf/inf is NaN and fmaxf turns the brightest pixels black
// Logistic tone curve, saturated to [0, 1] for the encoder.
#include <cuda_runtime.h>

__device__ __forceinline__ float saturate01(float v)
{
    return fminf(fmaxf(v, 0.0f), 1.0f);
}

__global__ void tonemap(const float* __restrict__ hdr, float* __restrict__ ldr, float ev, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float e = expf(hdr[i] * ev);
    float v = e / (1.0f + e);
    ldr[i] = saturate01(v);
}
