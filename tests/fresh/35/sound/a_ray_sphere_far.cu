// fpcheck: hit_height <<<1, 32>>> org=@a_ray_sphere_far_org.npy height=empty:24 n=24
// expect: ok
// why: the discriminant by the distance of the centre from the ray (Ray Tracing Gems, chapter 7): o + b d cancels exactly along the ray, and the height comes from the discriminant instead of the far origin
// figure: height[17] computed 0.722843111, MPFR 0.7228431512 (error 0.056 of the tolerance)
#include <cuda_runtime.h>
struct V { float x, y, z; };
__device__ float dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__global__ void hit_height(const float* org, float* height, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    V o = { org[3 * i], org[3 * i + 1], org[3 * i + 2] };
    V d = { 0.0f, 0.0f, 1.0f };
    float b = -dot(o, d);
    V foot = { o.x + b * d.x, o.y + b * d.y, o.z + b * d.z };
    float disc = 1.0f - dot(foot, foot);
    height[i] = disc >= 0.0f ? sqrtf(disc) - (foot.x * d.x + foot.y * d.y + foot.z * d.z) : -1.0f;
}
