// fpcheck: carrier <<<1, 32>>> t=[0.5,1.0,1.5,2.0,3.0,5.0,8.0,9.5] s=empty:8 omega=100000 amplitude=1.0 n=8 want=[-0.999840189,0.035748798,0.998562008,-0.0714518952,0.107063649,0.177831202,-0.28216622,0.942859348] ref=s=want --tol rtol=0,atol=1e-5
// expect: error fast approximation out of range at line 19
// why: __sinf is made for [-pi, pi]; at 1e5 to 1e6 radians its one rounded multiplication by 1/(2 pi) leaves no correct third digit (the arguments themselves are exact)
// figure: s[7]: computed about 0.923880, MPFR 0.942859348
#include <cuda_runtime.h>

__device__ float window(float t, float last)
{
    return t <= last ? 1.0f : 0.0f;
}

// Samples of a carrier of omega rad/s.
__global__ void carrier(const float *t, float *s, float omega, float amplitude, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float phase = omega * t[i];
    s[i] = amplitude * __sinf(phase) * window(t[i], 10.0f);
}
