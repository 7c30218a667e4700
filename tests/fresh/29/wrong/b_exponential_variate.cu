// fpcheck: exponential_variates <<<1, 32>>> bits=[4294967280,2147483648,3000000000,1073741824,4294960000,123456789] t=empty:6 mean=1.0 horizon=50.0 n=6 want=[19.408121055678468,0.6931471805599453,1.1989585001932808,0.2876820724517809,13.285628246164082,0.029165738856778197] --ref 't=want' --tol rtol=1e-3,atol=0
// expect: error mismatch at line 12
// why: bits above 2^32 - 128 round to 2^32, so that u is 1 and the logarithm infinite: fminf makes the horizon of it
// figure: t[0] computed 50, MPFR 19.408121055678468
#include <cuda_runtime.h>
#include <math.h>

// Waiting times with an exponential distribution from 32 random bits each (inverse CDF),
// cut off at the horizon of the simulation.
__device__ __forceinline__ float uniform01(unsigned int r)
{
    return (float)r * 2.3283064365386963e-10f;
}

__global__ void exponential_variates(const unsigned int *__restrict__ bits, float *__restrict__ t,
                                     float mean, float horizon, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = uniform01(bits[i]);
    float wait = -logf(1.0f - u) * mean;
    t[i] = fminf(wait, horizon);
}
