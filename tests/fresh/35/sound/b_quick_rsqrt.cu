// fpcheck: unit_vectors <<<1, 64>>> v=@b_qr_v.npy out=empty:64x3 n=64 --ref out=@b_qr_ref.npy --tol rtol=3e-3
// expect: ok
// why: the 0x5f3759df inverse square root with one Newton step: a float's bits shifted as an integer, right to 0.18 per cent, which is what shading needs and the tolerance says
// figure: out: largest error 0.00149 (0.00175 relative at its worst, largest |value| 0.895087), as simulated
#include <cuda_runtime.h>

__device__ float quick_rsqrt(float x)
{
    int i = 0x5f3759df - (__float_as_int(x) >> 1);
    float y = __int_as_float(i);
    return y * (1.5f - 0.5f * x * y * y);
}

__global__ void unit_vectors(const float *v, float *out, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
    float r = quick_rsqrt(x * x + y * y + z * z);
    out[3 * i] = x * r;
    out[3 * i + 1] = y * r;
    out[3 * i + 2] = z * r;
}
