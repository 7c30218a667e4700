// fpcheck: hit_height <<<1, 32>>> org=@a_ray_sphere_org.npy height=empty:24 n=24
// expect: error cancellation at line 19
// why: the discriminant b*b - 4ac of a unit sphere thousands of units away (Ray Tracing Gems, chapter 7): 4e6..6e7 minus nearly the same leaves no bit of the radius, and the height of the hit above the centre plane is noise
// figure: height[14] computed -0, MPFR 0.9977091171 (off by 5e+02 of the tolerance)
#include <cuda_runtime.h>
struct V { float x, y, z; };
__device__ float dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// rays along +z onto the unit sphere at the origin; height of the hit over the plane z = 0, towards the eye
__global__ void hit_height(const float* org, float* height, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    V o = { org[3 * i], org[3 * i + 1], org[3 * i + 2] };
    V d = { 0.0f, 0.0f, 1.0f };
    float a = dot(d, d);
    float b = 2.0f * dot(o, d);
    float c = dot(o, o) - 1.0f;
    float disc = b * b - 4.0f * a * c;
    float h = -1.0f;
    if (disc >= 0.0f) {
        float t = (-b - sqrtf(disc)) / (2.0f * a);
        h = -(o.z + t * d.z);
    }
    height[i] = h;
}
