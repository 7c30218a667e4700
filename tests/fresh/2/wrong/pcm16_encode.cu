// fpcheck: encode_pcm16 <<<1, 32>>> x=[0,0.5,1,-1,0.999,1.0,-0.25,1.2] pcm=empty:8 n=8 ref=clamp(floor(x*32768+0.5),-32768,32767) --tol atol=1
// expect: error conversion at line 11: 1.0 * 32768 does not fit int16 and wraps to -32768: full-scale clicks
// Float to 16-bit PCM.
#include <cuda_runtime.h>
#include <cstdint>

__global__ void encode_pcm16(const float* __restrict__ x, int16_t* __restrict__ pcm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        pcm[i] = (int16_t)__float2int_rn(x[i] * 32768.0f);
}
