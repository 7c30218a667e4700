// fpcheck: sides<<<1, 32>>> site=[0.5000005960464478,0.5000014305114746,0.5000007152557373,0.5000022649765015,0.5000009536743164,0.5000011920928955,0.5000013113021851,0.5000009536743164,0.5000017881393433,0.5000015497207642,0.5000002384185791,0.500001072883606,0.5000004768371582,0.5,0.5000005960464478,0.5000008344650269,0.5000008344650269,0.5000025033950806,0.5000009536743164,0.5000005960464478,0.500001072883606,0.5000014305114746,0.5000011920928955,0.5000022649765015] side=empty:12 ax=12.1 ay=12.1 bx=24.3 by=24.3 n=12 want=[1,1,1,-1,-1,1,-1,1,1,-1,1,1] ref=side=want --tol bitwise
// expect: error flip at line 22
// why: an orientation predicate in plain float beside the line: the differences and products round, so the sign is taken from noise
// figure: side[0] computed about -1, MPFR 1
#include <cuda_runtime.h>

// > 0: c is left of the line from a to b
__device__ inline float orient(float2 a, float2 b, float2 c)
{
    return (a.x - c.x) * (b.y - c.y) - (a.y - c.y) * (b.x - c.x);
}

// Side of each site of a road: 1 left, -1 right, 0 on it.
__global__ void sides(const float2 *site, int *side, float ax, float ay, float bx, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 a = make_float2(ax, ay);
    float2 b = make_float2(bx, by);
    float o = orient(a, b, site[i]);
    side[i] = (o > 0.0f) - (o < 0.0f);
}
