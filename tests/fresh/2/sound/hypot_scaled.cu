// fpcheck: length_scaled <<<1, 32>>> x=[3e20,1e19,3e-23,5e25,0,1] y=[4e20,2e19,4e-23,1e24,0,1] len=empty:6 n=6 ref=hypot(x,y) --tol rtol=1e-6
// expect: ok
// Overflow-free vector length: the larger component is factored out.
#include <cuda_runtime.h>

__global__ void length_scaled(const float* __restrict__ x, const float* __restrict__ y,
                              float* __restrict__ len, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float ax = fabsf(x[i]);
    float ay = fabsf(y[i]);
    float hi = fmaxf(ax, ay);
    float lo = fminf(ax, ay);
    if (hi == 0.0f) {
        len[i] = 0.0f;
        return;
    }
    float r = lo / hi;
    len[i] = hi * sqrtf(fmaf(r, r, 1.0f));
}
