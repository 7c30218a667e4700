// fpcheck: unit_vectors <<<1, 128>>> v=@b_unit_v.npy u=empty:100x3 n=100 --ref 'u=@b_unit_u.npy' --tol rtol=2e-6,atol=1e-7
// expect: ok
// why: half the bits subtracted from a constant are a first guess of 1/sqrt, 3 % off; three Newton steps make it good to rounding
// figure: u[61, 2] computed -0.821837544, MPFR -0.821837429, worst of 300, 0.066 of the tolerance
#include <cuda_runtime.h>

__device__ float inverse_sqrt(float x)
{
    float y = __int_as_float(0x5f3759df - (__float_as_int(x) >> 1));
    float h = 0.5f * x;
    for (int i = 0; i < 3; ++i)
        y = y * (1.5f - h * y * y);
    return y;
}

__global__ void unit_vectors(const float* v, float* u, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
    float k = inverse_sqrt(x * x + y * y + z * z);
    u[3 * i] = x * k;
    u[3 * i + 1] = y * k;
    u[3 * i + 2] = z * k;
}
