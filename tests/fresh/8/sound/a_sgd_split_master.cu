// fpcheck: sgd<<<1, 64>>> hi=[16360,16307,16330,16268,16257,16350,16319,16329,16270,16277,16276,16342,16278,16344,16365,16277,16287,16257,16356,16339,16365,16349,16326,16344,16298,16298,16307,16317,16284,16349,16314,16284,16366,16280,16304,16278,16367,16273,16278,16289,16340,16331,16279,16373,16338,16324,16308,16293,16369,16312,16370,16266,16361,16323,16319,16268,16350,16367,16257,16301,16381,16374,16372,16287] lo=zeros:64 g=uniform(0.8,1.2):64 out_hi=empty:64 out_lo=empty:64 lr=0.001 steps=50
// expect: ok
// why: the weights are bf16 and steps smaller than their spacing, but the lower 16 bits of the master weight live in a second array: both halves joined by bits are the binary32 weight (the upper half is cut, not rounded, on purpose)
// figure: weight 0 with gradient 1.1: computed 1.75750279, MPFR 1.7575; error 2.8e-06 after 50 steps, natural 50 x 6e-8 (50 roundings between 1 and 2, all alike)
#include <cuda_runtime.h>
#include <cuda_bf16.h>

__device__ __forceinline__ float join(unsigned short hi, unsigned short lo)
{
    return __uint_as_float((unsigned)hi << 16 | lo);
}

__global__ void sgd(const unsigned short *hi, const unsigned short *lo, const float *g, unsigned short *out_hi,
                    unsigned short *out_lo, float lr, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned short h = hi[i], l = lo[i];
    for (int s = 0; s < steps; s++) {
        unsigned bits = __float_as_uint(join(h, l) - lr * g[i]);
        h = (unsigned short)(bits >> 16);
        l = (unsigned short)bits;
    }
    out_hi[i] = h;
    out_lo[i] = l;
}
