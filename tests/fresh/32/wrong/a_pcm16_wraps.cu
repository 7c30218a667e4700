// fpcheck: encode <<<5, 32>>> x=@a_pcm16_wraps_x.npy pcm=empty:160 n=160 --ref 'pcm=@a_pcm16_wraps_pcm_ref.npy'
// expect: error narrowing at line 10
// why: full scale 1.0 becomes 32768, and the narrowing to 16 bits wraps it to -32768: loud samples turn into clicks (reported for many audio converters)
// figure: pcm[10] computed -32768, exact 32767; 4 of 160 beyond the tolerance, worst 6.55e+13 times
#include <cuda_runtime.h>

__device__ short to_pcm16(float x)
{
    int v = __float2int_rn(x * 32768.f);
    return (short)v;
}

__global__ void encode(const float* x, short* pcm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        pcm[i] = to_pcm16(x[i]);
}
