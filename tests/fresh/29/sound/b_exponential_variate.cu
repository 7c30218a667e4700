// fpcheck: exponential_variates <<<1, 32>>> bits=[4294967280,2147483648,3000000000,1073741824,4294960000,123456789] t=empty:6 mean=1.0 n=6 want=[5.960464655174753e-08,0.6931470613506628,0.35883156697039936,1.38629412270134,1.7285361924041517e-06,3.549308181850248] --ref 't=want' --tol rtol=1e-5,atol=0
// expect: ok
// why: the logarithm of a number just below 1: it is exact as a float, so the small result keeps its relative accuracy
// figure: t[0] computed 5.9604645e-08, MPFR 5.960464655174753e-08; error about 1e-7 of 1e-5 allowed
#include <cuda_runtime.h>
#include <math.h>

// Waiting times with an exponential distribution from 32 random bits each.
// 23 bits and a half: exact in float, and neither 0 nor 1.
__device__ __forceinline__ float open_uniform(unsigned int r)
{
    return ((float)(r >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

__global__ void exponential_variates(const unsigned int *__restrict__ bits, float *__restrict__ t,
                                     float mean, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = -logf(open_uniform(bits[i])) * mean;
}
