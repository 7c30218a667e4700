// fpcheck: bend <<<1, 32>>> a=[1e-4,2e-4,5e-5,3e-4] th=empty:4 n=4 ref=th=a --tol rtol=1e-3,atol=0
// expect: error cancellation at line 11: acos of a cosine next to 1 for a small angle between normals
#include <cuda_runtime.h>

// angle between (1,0) and the direction of a slope a (a small)
__global__ void bend(const float* a, float* th, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        float c = 1.0f / sqrtf(1.0f + a[i] * a[i]);
        th[i] = acosf(c);
    }
}
