// fpcheck: hit_sphere <<<1, 32>>> bb=[2000.0,5000.0,10000.0,750.0] cc=[0.5,2.0,3.0,0.125] t=empty:4 n=4 want=[0.000250000031,0.000400000032,0.000300000009,0.000166666685]:f32 ref=t=cc/bb --tol rtol=1e-4,atol=0
// expect: error cancellation at line 17: -b + sqrt(b^2 - 4c) with b^2 far above 4c
#include <cuda_runtime.h>

// nearer root of t^2 - b t + c = 0 (direction normalised), camera just off a huge sphere
__global__ void hit_sphere(const float* bb, const float* cc, float* t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float b = bb[i], c = cc[i];
    float disc = b * b - 4.0f * c;
    if (disc < 0.0f) {
        t[i] = -1.0f;
        return;
    }
    t[i] = 0.5f * (b - sqrtf(disc));
}
