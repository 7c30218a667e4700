// fpcheck: chords<<<1, 32>>> ox=[0.5, 0.25, -0.75, 0.125, 0.625, -0.375] oy=[0.25, -0.5, 0.125, 0.5, -0.375, 0.5] oz=[-10000.3, -12000.7, -9000.1, -11111.9, -10500.2, -8000.6] chord=empty:6 n=6 radius=1.0 ref=chord=2*sqrt(1-ox*ox-oy*oy) --tol rtol=1e-6,atol=0
// expect: ok
// why: the origins lie 1e4 away from a unit sphere, but the discriminant is made of the perpendicular o - (o.d) d, whose components cancel exactly along the axis, and (r - h)(r + h)
// figure: largest error 0.045 of the tolerance
#include <cuda_runtime.h>

__device__ float dot3(float3 a, float3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ float chord_length(float3 o, float3 d, float radius)
{
    float b = dot3(o, d);
    float3 h = make_float3(o.x - b * d.x, o.y - b * d.y, o.z - b * d.z);
    float height = sqrtf(dot3(h, h));
    if (height >= radius)
        return 0.0f;
    return 2.0f * sqrtf((radius - height) * (radius + height));
}

__global__ void chords(const float *ox, const float *oy, const float *oz, float *chord, int n, float radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    chord[i] = chord_length(make_float3(ox[i], oy[i], oz[i]), make_float3(0.0f, 0.0f, 1.0f), radius);
}
