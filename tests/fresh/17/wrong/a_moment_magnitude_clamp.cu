// fpcheck: moment_magnitude<<<1, 32>>> tensors=[1.20000004e+20,-3.0000001e+19,-8.99999965e+19,3.99999999e+19,9.99999998e+18,2e+19,1.00000003e+16,-1.00000003e+16,0,3.00000003e+15,1.99999997e+15,9.99999987e+14,4.99999989e+21,-2.00000004e+21,-2.99999999e+21,1.00000002e+21,4.00000008e+20,2.00000004e+21] mw=empty:3 events=3
// expect: error overflow at line 10
// why: squares of moments above 1.8e19 overflow to infinity, and the clamp makes a believable 9.6 of it
// figure: mw[0] computed 9.6, MPFR 7.31329278
#include <cuda_runtime.h>

// Scalar moment of a symmetric moment tensor (xx yy zz xy xz yz), N m.
__device__ float scalar_moment(const float *m)
{
    float diagonal = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
    float off = m[3] * m[3] + m[4] * m[4] + m[5] * m[5];
    return sqrtf(0.5f * diagonal + off);
}

__global__ void moment_magnitude(const float *tensors, float *mw, int events)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= events)
        return;
    float m0 = scalar_moment(tensors + 6 * i);
    float magnitude = (log10f(m0) - 9.1f) / 1.5f;
    mw[i] = fminf(magnitude, 9.6f); // nothing larger was ever recorded
}
