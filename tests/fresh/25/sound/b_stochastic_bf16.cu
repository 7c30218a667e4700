// fpcheck: dither <<<1, 32>>> x=[1.0,-2.5,3.14159,0.1,100.7,-0.003,65.25,7.7] noise=[1,65535,40000,123,65000,32768,7,50000] y=empty:8 n=8 want=[1.0,-2.5,3.14159,0.1,100.7,-0.003,65.25,7.7] ref=y=want --tol rtol=8e-3,atol=0
// expect: ok
// why: adding random bits below the cut and dropping the lower half looks like a wrong rounding; it is stochastic rounding, one of the two neighbours, at most one ulp (2^-7) off
// figure: computed y[2] 3.140625, MPFR 3.14159; relative error 3.1e-04 of 8e-3
#include <cuda_bf16.h>
// Stochastic rounding of weights to bf16 with 16 random bits each.
__global__ void dither(const float *x, const unsigned *noise, __nv_bfloat16 *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned b = __float_as_uint(x[i]);
    bool finite = (b & 0x7f800000u) != 0x7f800000u;
    if (finite)
        b += noise[i] & 0xffffu;
    y[i] = __ushort_as_bfloat16((unsigned short)(b >> 16));
}
