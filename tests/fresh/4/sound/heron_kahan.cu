// fpcheck: area <<<1, 32>>> a=[5.0,10.0,13.0,9.0] b=[4.0,8.0,12.0,9.0] c=[3.0,6.0,5.0,9.0] s=empty:4 n=4 want=[6.0,24.0,30.0,35.0740288]:f32 ref=s=want --tol rtol=1e-5,atol=0
// expect: ok
#include <cuda_runtime.h>

// Kahan's form of Heron, a >= b >= c; the brackets must stay
__global__ void area(const float* a, const float* b, const float* c, float* s, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float x = a[i], y = b[i], z = c[i];
    float p = (x + (y + z)) * (z - (x - y)) * (z + (x - y)) * (x + (y - z));
    s[i] = 0.25f * sqrtf(p);
}
