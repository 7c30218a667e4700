// fpcheck: encode <<<5, 32>>> x=@a_pcm16_saturates_x.npy pcm=empty:160 n=160 --ref 'pcm=@a_pcm16_saturates_pcm_ref.npy'
// expect: ok
// why: saturation is meant: full scale and what exceeds it are clamped to 16 bits before the narrowing store
// figure: pcm[0] computed 0, exact 0; 0 of 160 beyond the tolerance, worst 0 times
#include <cuda_runtime.h>

__device__ short to_pcm16(float x)
{
    int v = __float2int_rn(x * 32768.f);
    v = max(-32768, min(32767, v));
    return (short)v;
}

__global__ void encode(const float* x, short* pcm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        pcm[i] = to_pcm16(x[i]);
}
