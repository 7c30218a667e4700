// fpcheck: unscale <<<1, 32>>> scaled=[0.5,-0.00125,0.00075,0.002,-0.00065,0.0009,0.0015,-0.001] momentum=inout:zeros:8 norm=inout:zeros:1 scale=65536.0 keep=0.9 n=8 want=[7.62939453e-06,-1.90734859e-08,1.14440919e-08,3.05175796e-08,-9.91821292e-09,1.37329099e-08,2.28881838e-08,-1.52587898e-08] ref=momentum=want --tol rtol=2e-2,atol=0
// expect: error underflow at line 9
// why: the gradient is divided by the loss scale before it is stored as half, so what the scale saved underflows again
// figure: computed momentum[1] -0.0, MPFR -1.907349e-08
#include <cuda_fp16.h>
// Takes the loss scale out of the gradients, adds them to the momentum and to the squared norm for clipping.
__device__ __half unscaled(float g, float inverse)
{
    return __float2half_rn(g * inverse);
}

__global__ void unscale(const float *scaled, float *momentum, float *norm, float scale, float keep, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float inverse = 1.0f / scale;
    float square = 0.0f;
    if (i < n) {
        float g = __half2float(unscaled(scaled[i], inverse));
        momentum[i] = fmaf(keep, momentum[i], g);
        square = g * g;
    }
    for (int o = 16; o > 0; o >>= 1)
        square += __shfl_down_sync(0xffffffffu, square, o);
    if (threadIdx.x % 32 == 0)
        atomicAdd(norm, square);
}
