// fpcheck: binary_ce <<<1, 32>>> miss=[1e-4,3e-5,2e-6,1e-3,5e-5,7e-6,0.4,1e-5] loss=empty:8 n=8 ref=loss=-log1p(-miss) --tol rtol=1e-5,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void binary_ce(const float* miss, float* loss, int n)
{
    int i = threadIdx.x;
    if (i < n)
        loss[i] = -log1pf(-miss[i]);
}
