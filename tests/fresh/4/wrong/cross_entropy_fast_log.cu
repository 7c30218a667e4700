// fpcheck: binary_ce <<<1, 32>>> miss=[1e-4,3e-5,2e-6,1e-3,5e-5,7e-6,2e-4,1e-5] loss=empty:8 n=8 ref=loss=-log1p(-miss) --tol rtol=1e-3,atol=0
// expect: error fast-math outside its range at line 11: __logf near 1 has an absolute error of 2^-21, and 1-miss has lost miss
#include <cuda_runtime.h>

// cross entropy of confident predictions, miss = 1 - p of the right class
__global__ void binary_ce(const float* miss, float* loss, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        float p = 1.0f - miss[i];
        loss[i] = -__logf(p);
    }
}
