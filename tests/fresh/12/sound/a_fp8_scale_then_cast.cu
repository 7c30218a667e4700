// fpcheck: quantise <<<1, 32>>> x=[1800.0,-950.0,120.0,31.0,-2000.0,640.0,5.0,0.75] code=empty:8:u8 back=empty:8 n=8 amax=2000.0 ref=back=x --tol rtol=0.07,atol=0.01
// expect: ok
// why: values far above 448 go to e4m3, which saturates there, but they are scaled into its range before the cast; the error is the format's
// figure: relative error at most 0.0625 (half an ulp of e4m3), allowed 0.07
#include <cuda_fp8.h>

__device__ inline float decoded(unsigned char code)
{
    __nv_fp8_e4m3 v;
    v.__x = code;
    return (float)v;
}

// Per-tensor scaling: amax goes to 448.
__global__ void quantise(const float *x, unsigned char *code, float *back, int n, float amax)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float scale = 448.0f / amax;
    __nv_fp8_e4m3 q = __nv_fp8_e4m3(x[i] * scale);
    code[i] = q.__x;
    back[i] = decoded(q.__x) / scale;
}
