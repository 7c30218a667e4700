// fpcheck: double_root <<<1, 32>>> p=[0.1,0.3,0.7,1.1,1.3,1.7,1.9,2.3] q=[0.1,0.3,0.7,1.1,1.3,1.7,1.9,2.3] root=empty:8 n=8 ref=root=p --tol rtol=1e-6,atol=0
// expect: error contraction at line 11: p*p - q*q becomes fma(p,p,-(q*q)), not zero for p == q, its sign may make sqrtf NaN
#include <cuda_runtime.h>

// larger pole of a critically damped section, s = p + sqrt(p^2 - q^2)
__global__ void double_root(const float* p, const float* q, float* root, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float disc = p[i] * p[i] - q[i] * q[i];
    root[i] = p[i] + sqrtf(disc);
}
