// fpcheck: sigmoid_contrast <<<1, 32>>> pix=[0.1,0.25,0.5,0.75,0.9,1.0,2.0,4.0] out=empty:8 n=8 gain=50.0 ref=out=1/(1+exp(-50.0*(pix-0.5))) --tol rtol=1e-3,atol=1e-4
// expect: error nan-born at line 13: exp(87.5+) is inf, inf/(1+inf) is NaN and __saturatef makes it 0 where the curve is 1
#include <cuda_runtime.h>

// Sigmoidal contrast of a photograph: out = s(gain * (pix - 1/2)), HDR input above 1 is allowed.
__global__ void sigmoid_contrast(const float* __restrict__ pix, float* __restrict__ out, int n, float gain)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = gain * (pix[i] - 0.5f);
    float e = expf(t);
    float y = e / (1.0f + e);
    out[i] = __saturatef(y);   // keep displayable
}
