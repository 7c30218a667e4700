// fpcheck: unscaled <<<1, 32>>> grad=[1e-9, -2e-8, 3e-8, 1.1e-7, 2.5e-5, -4e-8] out=empty:6 scale=8192 n=6
// expect: error underflow (scale after the cast) at line 12
// why: the gradient is cast to half first and multiplied by the loss scale afterwards: everything below 3e-8 is already 0, and the rest has one or two bits
// figure: computed out[0] = 0, out[2] = 0.000488281; MPFR 8.192e-06 and 0.0002458
#include <cuda_fp16.h>

// Gradients times the loss scale, in half for the all-reduce.
__global__ void unscaled(const float *grad, __half *out, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        __half g = __float2half(grad[i]);
        out[i] = __float2half(__half2float(g) * scale);
    }
}
