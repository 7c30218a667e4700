// fpcheck: half_pel <<<1, 32>>> a=@b_half_pel_swar_a.npy b=@b_half_pel_swar_b.npy out=empty:32 words=32 --ref out=@b_half_pel_swar_ref_out.npy --tol bitwise
// expect: ok
// why: a subtraction across four packed bytes: no byte borrows from the next, since half the difference is never more than a | b
// figure: out[0] computed 3.66406494e+09, exact 3.66406494e+09 (error 0, 0 of the tolerance; worst of 32)
#include <cuda_runtime.h>
// Motion compensation at half a pixel: (a + b + 1) >> 1 of four bytes at once, without a carry between them.
__device__ unsigned average_up(unsigned a, unsigned b)
{
    return (a | b) - (((a ^ b) & 0xfefefefeu) >> 1);
}
__global__ void half_pel(const unsigned* __restrict__ a, const unsigned* __restrict__ b, unsigned* out, int words)
{
    const int i = threadIdx.x;
    if (i < words) out[i] = average_up(a[i], b[i]);
}
