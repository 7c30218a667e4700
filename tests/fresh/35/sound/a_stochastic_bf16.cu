// fpcheck: round_down_or_up <<<2, 32>>> x=@a_stochastic_bf16_x.npy random=@a_stochastic_bf16_random.npy y=empty:64 --ref 'y=@a_stochastic_bf16_y_ref.npy' --tol 0ulp
// expect: ok
// why: stochastic rounding to bfloat16: 16 random bits are added below the kept ones and the rest is cut off; up to one ulp of bfloat16 off is what it is for, and the result for the given bits is exact
// figure: y[0] computed -1.8203125, MPFR -1.8203125 (error 0 of the tolerance)
#include <cuda_bf16.h>
__global__ void round_down_or_up(const float* x, const unsigned* random, __nv_bfloat16* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned u = __float_as_uint(x[i]);
    u += random[i] >> 16;
    y[i] = __ushort_as_bfloat16((unsigned short)(u >> 16));
}
