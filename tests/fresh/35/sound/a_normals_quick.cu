// fpcheck: normalise <<<1, 32>>> v=@a_normals_quick_v.npy out=empty:20x3 n=20 --ref 'out=@a_normals_quick_out_ref.npy' --tol rtol=2e-3
// expect: ok
// why: the reciprocal root by the magic constant and one Newton step, good to 0.18 %: the stated tolerance for shading normals is 0.2 %
// figure: out[53] computed 0.569781601, MPFR 0.5707787583 (error 0.87 of the tolerance)
#include <cuda_runtime.h>
__device__ float quick_rsqrt(float x)
{
    int i = 0x5f3759df - (__float_as_int(x) >> 1);
    float y = __int_as_float(i);
    return y * (1.5f - 0.5f * x * y * y);
}

__global__ void normalise(const float* v, float* out, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
    float r = quick_rsqrt(x * x + y * y + z * z);
    out[3 * i] = x * r;
    out[3 * i + 1] = y * r;
    out[3 * i + 2] = z * r;
}
