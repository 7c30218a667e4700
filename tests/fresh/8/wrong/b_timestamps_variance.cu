// fpcheck: jitter<<<1, 32>>> t=[1000000000.125, 1000000001.0, 1000000000.5, 999999999.25, 999999999.875, 1000000000.75, 999999998.5, 1000000000.0] variance=empty:1 n=8 ref=variance=sum((t-sum(t)/8)*(t-sum(t)/8))/8 --tol rtol=1e-9,atol=0
// expect: error cancellation at line 27
// why: E[t^2] - E[t]^2 of times near 1e9: the squares are 1e18, where a double has an ulp of 128, and the variance is about 0.6
// figure: computed 0, MPFR 0.58203125
#include <cuda_runtime.h>

__device__ double warp_sum(double v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// The variance of arrival times, in double "because the times are large".
__global__ void jitter(const double *t, double *variance, int n)
{
    double sum = 0.0;
    double squares = 0.0;
    for (int i = threadIdx.x; i < n; i += 32) {
        sum += t[i];
        squares += t[i] * t[i];
    }
    sum = warp_sum(sum);
    squares = warp_sum(squares);
    if (threadIdx.x == 0) {
        double mean = sum / (double)n;
        variance[0] = fmax(squares / (double)n - mean * mean, 0.0);
    }
}
