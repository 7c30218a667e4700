// fpcheck: doppler <<<1, 32>>> t=[1700000000.125,1700000000.25,1700000000.75,1700000001.5] y=empty:4 n=4 t0=1700000000.0 ref=y=(t-t0)*2.5 --tol rtol=1e-6,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void doppler(const double* t, float* y, int n, double t0)
{
    int i = threadIdx.x;
    if (i < n)
        y[i] = 2.5f * (float)(t[i] - t0);
}
