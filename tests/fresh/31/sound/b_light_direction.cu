// fpcheck: normals <<<1, 64>>> v=uniform(1,100):64x3 u=empty:64x3 n=64
// expect: ok
// why: the inverse square root starts from the bits of the float minus the famous constant (4 % off), but three Newton steps bring it to the precision of a float
// figure: computed worst relative error of the inverse root over 20000 draws 1.4e-07, tolerance 2e-6
#include <cuda_runtime.h>

__device__ float inverse_root(float q)
{
    float y = __int_as_float(0x5f3759df - (__float_as_int(q) >> 1));
    for (int k = 0; k < 3; k++)
        y = y * (1.5f - 0.5f * q * y * y);
    return y;
}

// Unit vectors for the shading of a height map.
__global__ void normals(const float *v, float *u, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
    float r = inverse_root(x * x + y * y + z * z);
    u[3 * i] = x * r;
    u[3 * i + 1] = y * r;
    u[3 * i + 2] = z * r;
}
