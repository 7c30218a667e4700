// fpcheck: advect <<<1, 64>>> q=@b_vl_q.npy out=empty:64 courant=0.4 n=64 --ref out=@b_vl_ref.npy --tol rtol=1e-4,atol=1e-5
// expect: ok
// why: the ratio of slopes is infinite on flat parts, but van Leer's limiter is written as 2ab / (a + b) for slopes of one sign, so that neither 0/0 nor inf - inf is formed; the plateau makes exact zeros
// figure: out: largest error 3.56e-08 (8.06e-08 relative at its worst, largest |value| 1), as simulated
#include <cuda_runtime.h>

__device__ float limited(float a, float b)
{
    float product = a * b;
    return product > 0.0f ? 2.0f * product / (a + b) : 0.0f;
}

__global__ void advect(const float *q, float *out, float courant, int n)
{
    __shared__ float s[64], flux[64];
    int i = threadIdx.x;
    s[i] = q[i];
    __syncthreads();
    int left = (i + n - 1) % n, right = (i + 1) % n;
    float slope = limited(s[i] - s[left], s[right] - s[i]);
    flux[i] = courant * (s[i] + 0.5f * (1.0f - courant) * slope);
    __syncthreads();
    out[i] = s[i] - (flux[i] - flux[left]);
}
