// fpcheck: tide_height<<<1, 32>>> phase=[0.5, 2.0, 100000.5, 250000.25, 70000.125, 123456.0, 3.0, 300001.0] amplitude=uniform(1,2):8 height=empty:8 n=8 ref=height=amplitude*sin(phase) --tol rtol=1e-4,atol=2e-5
// expect: error fast-math sine beyond its range at line 9
// why: the phase has grown for years; sin.approx reduces it in binary32, where at 1e5 a turn is known to 1e-3 only
// figure: computed about -0.989177 times the amplitude for phase 250000.25 (the turns are rounded to 0.0039), MPFR -0.987130082
#include <cuda_runtime.h>

__device__ float constituent(float amplitude, float phase)
{
    return amplitude * __sinf(phase);
}

// One tidal constituent a thread; phases in radians since the epoch.
__global__ void tide_height(const float *phase, const float *amplitude, float *height, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        height[i] = constituent(amplitude[i], phase[i]);
}
