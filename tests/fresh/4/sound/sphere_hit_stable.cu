// fpcheck: hit_sphere <<<1, 32>>> b=[2000.0,5000.0,10000.0,750.0] c=[0.5,2.0,3.0,0.125] t=empty:4 n=4 ref=t=c/b --tol rtol=1e-5,atol=0
// expect: ok
#include <cuda_runtime.h>

// nearer root of t^2 - b t + c: c over the larger root
__global__ void hit_sphere(const float* b, const float* c, float* t, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float disc = fmaf(b[i], b[i], -4.0f * c[i]);
    if (disc < 0.0f) {
        t[i] = -1.0f;
        return;
    }
    float far_root = 0.5f * (b[i] + sqrtf(disc));
    t[i] = c[i] / far_root;
}
