// fpcheck: chromaticity <<<1, 32>>> r=[1e38,2.0,3e38,0.5] s=[1.5e38,4.0,3.2e38,2.0] c=empty:4 n=4 ref=c=r/s --tol rtol=1e-4,atol=0
// expect: error fast-math outside its range at line 9: __fdividef gives 0 for a divisor above 2^126
#include <cuda_runtime.h>

__global__ void chromaticity(const float* r, const float* s, float* c, int n)
{
    int i = threadIdx.x;
    if (i < n)
        c[i] = __fdividef(r[i], s[i]);
}
