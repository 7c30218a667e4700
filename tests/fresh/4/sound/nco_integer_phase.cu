// fpcheck: nco <<<1, 64>>> k=arange:64 y=empty:64 n=64 step=201326592 ref=y=sin(6.283185307179586*0.046875*k) --tol rtol=0,atol=1e-5
// expect: ok
#include <cuda_runtime.h>

// the phase word wraps by unsigned arithmetic: 0.046875 turns are 201326592 / 2^32
__global__ void nco(const int* k, float* y, int n, unsigned step)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned word = (unsigned)k[i] * step;
        y[i] = sinpif((float)(word >> 8) * (1.0f / 8388608.0f));
    }
}
