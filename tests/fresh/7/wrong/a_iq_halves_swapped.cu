// fpcheck: derotate<<<1, 32>>> re=[1.0,0.5,-0.25,2.0,0.125,-1.5] im=[0.25,-1.0,0.75,0.5,-2.0,1.0] out=empty:6 c=0.8 s=0.6 n=6 --ref 'out=re*c-im*s' --tol rtol=1e-2,atol=1e-2
// expect: error wrong half of a packed word at line 34
// why: the real part is packed into the lower half, but the reader takes the upper half for it: the word of the pair is read the wrong way round
// figure: computed out[0] = -0.4 (0.25*0.8 - 1*0.6), MPFR 0.65
// I/Q samples travel through shared memory as two bfloat16 in a word.
#include <cuda_bf16.h>

__device__ unsigned pack(float re, float im)
{
    __nv_bfloat162 pair = __floats2bfloat162_rn(re, im);
    return (unsigned)__bfloat16_as_ushort(pair.y) << 16 | __bfloat16_as_ushort(pair.x);
}

__device__ float upper(unsigned w)
{
    return __uint_as_float(w & 0xffff0000u);
}

__device__ float lower(unsigned w)
{
    return __uint_as_float(w << 16);
}

__global__ void derotate(const float *re, const float *im, float *out, float c, float s, int n)
{
    __shared__ unsigned word[32];
    int i = threadIdx.x;
    if (i < n)
        word[i] = pack(re[i], im[i]);
    __syncthreads();
    if (i >= n)
        return;
    unsigned w = word[i];
    float i_part = upper(w);
    float q_part = lower(w);
    out[i] = i_part * c - q_part * s;
}
