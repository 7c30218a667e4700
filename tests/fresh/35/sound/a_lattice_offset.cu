// fpcheck: offset <<<1, 32>>> x=@a_lattice_offset_x.npy y=@a_lattice_offset_y.npy r=empty:32
// expect: ok
// why: the offset of a position from the nearest lattice plane, x - q y by one fma: the subtraction cancels nearly all leading bits, but it is exact, since the remainder of a nearest quotient is a float
// figure: r[0] computed 0.780165195, MPFR 0.7801651955 (error 0 of the tolerance)
#include <cuda_runtime.h>
__global__ void offset(const float* x, const float* y, float* r)
{
    int i = threadIdx.x;
    float q = rintf(x[i] / y[i]);
    r[i] = __fmaf_rn(-q, y[i], x[i]);
}
