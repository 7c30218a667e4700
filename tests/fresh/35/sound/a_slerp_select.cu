// fpcheck: slerp <<<1, 32>>> a=@a_slerp_select_a.npy b=@a_slerp_select_b.npy out=empty:16x4 t=0.25 n=16
// expect: ok
// why: both ways of the interpolation are computed and one is selected: for equal quaternions sin(0)/sin(0) is NaN, but the selection takes the linear weights there; the clamp of the dot product guards acosf
// figure: out[11] computed 0.321187139, MPFR 0.3211871879 (error 0.0012 of the tolerance)
#include <cuda_runtime.h>
__global__ void slerp(const float* a, const float* b, float* out, float t, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    const float* p = a + 4 * i;
    const float* q = b + 4 * i;
    float d = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    float sign = d < 0.0f ? -1.0f : 1.0f;
    d = fminf(fabsf(d), 1.0f);
    float theta = acosf(d);
    float s = sinf(theta);
    float wa = sinf((1.0f - t) * theta) / s;
    float wb = sinf(t * theta) / s;
    bool near = d > 0.9995f;
    wa = near ? 1.0f - t : wa;
    wb = near ? t : wb;
    for (int c = 0; c < 4; ++c) out[4 * i + c] = wa * p[c] + wb * sign * q[c];
}
