// fpcheck: gelu<<<1, 32>>> x=[-9, -6, -4, -3, -1, -0.5, 0.25, 0.5, 1, 2, 4, 6, 9, 20, 40, 60] y=empty:16 n=16 want=[-1.01572956536e-18,-5.91952587023e-09,-0.000126684967332,-0.00404969409489,-0.158655253931,-0.154268769363,0.149676581421,0.345731230637,0.841344746069,1.9544997361,3.99987331503,5.99999999408,9,20,40,60] --ref 'y=want' --tol rtol=2e-5,atol=0
// expect: ok
// why: for negative inputs 1 + erf would cancel; erfc of the positive argument keeps the tail, and large inputs meet erfc = 2 without an overflow
// figure: y[0] computed -1.01573333e-18, MPFR -1.01572957e-18: largest relative error 3.7e-06, allowed 2e-5
#include <cuda_runtime.h>

__global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 0.5f * x[i] * erfcf(-0.707106781f * x[i]);
}
