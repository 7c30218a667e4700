// fpcheck: quantise <<<1, 32>>> grad=[12.5,-800.0,70000.0,90000.0,-100000.0,5000.0,65000.0,-66000.0] q=empty:8 inv_scale=0.0009765625 n=8 want=[0,-1,68,88,-98,5,63,-64] ref=q=want --tol rtol=0,atol=0.5
// expect: error overflow at line 12
// why: the gradient is cast to half before it is scaled; above 65504 it is infinite, and the clamp to 127 makes a plausible code of it
// figure: computed q[2] = 127, MPFR 68
#include <cuda_fp16.h>
// Gradients to 8 bits for the all-reduce: q = clamp(rint(g / scale)).
__global__ void quantise(const float *grad, signed char *q, float inv_scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __half h = __float2half_rn(grad[i]);
    float y = __half2float(h) * inv_scale;
    y = fminf(fmaxf(y, -127.0f), 127.0f);
    q[i] = (signed char)__float2int_rn(y);
}
