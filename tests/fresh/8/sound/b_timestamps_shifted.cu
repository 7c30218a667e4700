// fpcheck: jitter<<<1, 32>>> t=[1000000000.125, 1000000001.0, 1000000000.5, 999999999.25, 999999999.875, 1000000000.75, 999999998.5, 1000000000.0] variance=empty:1 n=8 ref=variance=sum((t-sum(t)/8)*(t-sum(t)/8))/8 --tol rtol=1e-12,atol=0
// expect: ok
// why: the times are near 1e9 and the variance near 0.6, but all sums are of differences from the first time, which are exact; the shifted one-pass formula cancels little then
// figure: computed 0.58203125, MPFR 0.58203125: 0 of the tolerance
#include <cuda_runtime.h>

__device__ double warp_sum(double v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void jitter(const double *t, double *variance, int n)
{
    double origin = t[0];
    double sum = 0.0;
    double squares = 0.0;
    for (int i = threadIdx.x; i < n; i += 32) {
        double d = t[i] - origin;
        sum += d;
        squares += d * d;
    }
    sum = warp_sum(sum);
    squares = warp_sum(squares);
    if (threadIdx.x == 0)
        variance[0] = (squares - sum * sum / (double)n) / (double)n;
}
