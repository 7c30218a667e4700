// fpcheck: mix_tracks <<<1, 32>>> a=[0.9,0.3,-0.8,0.1,0.6,-0.2,0.7,-0.9] b=[0.4,0.2,-0.6,0.1,0.5,-0.3,0.2,-0.4] pcm=empty:8 n=8
// fpcheck+ pcm_to_float <<<1, 32>>> pcm=pcm y=empty:8 n=8 ref=y=min(max(a+b,-1.0),1.0) --tol rtol=0,atol=1e-3
// expect: error narrowing at line 12: 1.3 * 32767 = 42597 does not fit int16, wraps to -22939
#include <cuda_runtime.h>

__global__ void mix_tracks(const float* a, const float* b, short* pcm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = (a[i] + b[i]) * 32767.0f;
        int q = __float2int_rn(s);
        pcm[i] = (short)q;
    }
}

__global__ void pcm_to_float(const short* pcm, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (float)pcm[i] * (1.0f / 32767.0f);
}
