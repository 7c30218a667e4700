// fpcheck: doppler <<<1, 32>>> t=[1700000000.125,1700000000.25,1700000000.75,1700000001.5] y=empty:4 n=4 t0=1700000000.0 ref=y=(t-t0)*2.5 --tol rtol=1e-5,atol=0
// expect: error narrowing at line 9: the epoch is cast to float (steps of 128 s) before the difference
#include <cuda_runtime.h>

__global__ void doppler(const double* t, float* y, int n, double t0)
{
    int i = threadIdx.x;
    if (i < n) {
        float dt = (float)t[i] - (float)t0;
        y[i] = 2.5f * dt;
    }
}
