// fpcheck: gelu <<<1, 32>>> x=[-9.0,-6.0,-3.5,-1.0,-0.001,0.0,0.001,1.0,4.0,12.0] y=empty:10 n=10 want=[-1.01572957e-18,-5.91952587e-09,-0.000814201777,-0.158655254,-0.000499601058,0.0,0.000500398942,0.841344746,3.99987332,12.0] ref=y=want --tol rtol=3e-5,atol=1e-30
// expect: ok
// why: results of 1e-18 for -9, where 1 + erf would have cancelled to zero: erfc keeps the tail, and its error grows with x x only, to some 1e-5
// figure: y[0]: computed -1.01573333e-18, MPFR -1.01572957e-18
#include <cuda_runtime.h>

__device__ float normal_cdf(float x)
{
    return 0.5f * erfcf(-0.70710678f * x);
}

__global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * normal_cdf(x[i]);
}
