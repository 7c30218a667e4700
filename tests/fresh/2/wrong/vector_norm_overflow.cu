// fpcheck: vec2_length <<<1, 32>>> x=[3e20,1e19,3e-23,5e25] y=[4e20,2e19,4e-23,1e24] len=empty:4 n=4 ref=hypot(x,y) --tol rtol=1e-5
// expect: error overflow at line 13: x*x is infinite for 3e20 and zero for 3e-23
// Length of 2D vectors. A plain sqrt is faster than hypotf().
#include <cuda_runtime.h>

__global__ void vec2_length(const float* __restrict__ x, const float* __restrict__ y,
                            float* __restrict__ len, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float vx = x[i];
        float vy = y[i];
        len[i] = sqrtf(vx * vx + vy * vy);
    }
}
