// fpcheck: correlate <<<1, 32>>> a=[1,0.5,-0.25,2,0.75,-1,1.5,0.125]:f16 b=[0.5,1,2,-0.5,1.25,0.75,-1,0.25]:f16 out=empty:2 pairs=4
// expect: ok
// why: half pairs are used as complex numbers with low as the real part; products and sums are in float, the conjugate has its sign in the imaginary part
// figure: computed out = [-1.78125, 0.8125] (exact here), MPFR [-1.78125, 0.8125]
// Computer vision: complex correlation sum of a and conj(b), stored as half2 (re low, im high).
#include <cuda_fp16.h>

__device__ float2 mul_conj(__half2 a, __half2 b)
{
    float2 x = __half22float2(a), y = __half22float2(b);
    return make_float2(fmaf(x.x, y.x, x.y * y.y), fmaf(x.y, y.x, -(x.x * y.y)));
}

__global__ void correlate(const __half *a, const __half *b, float *out, int pairs)
{
    const __half2 *p = (const __half2 *)a;
    const __half2 *q = (const __half2 *)b;
    float re = 0.0f, im = 0.0f;
    for (int i = threadIdx.x; i < pairs; i += 32)
    {
        float2 c = mul_conj(p[i], q[i]);
        re += c.x;
        im += c.y;
    }
    for (int o = 16; o > 0; o >>= 1)
    {
        re += __shfl_xor_sync(0xffffffffu, re, o);
        im += __shfl_xor_sync(0xffffffffu, im, o);
    }
    if (threadIdx.x == 0)
    {
        out[0] = re;
        out[1] = im;
    }
}
