// fpcheck: orientations<<<1, 32>>> site=[0.5,0.5,0.5000001192092896,0.5000003576278687,0.5000002384185791,0.5000002384185791,0.5000003576278687,0.5000001192092896,0.5000004768371582,0.5,0.5,0.5000003576278687,0.5000001192092896,0.5000002384185791,0.5000002384185791,0.5000001192092896,0.5000003576278687,0.5,0.5000004768371582,0.5000003576278687,0.5,0.5000002384185791,0.5000001192092896,0.5000001192092896,0.5000002384185791,0.5,0.5000003576278687,0.5000003576278687,0.5000004768371582,0.5000002384185791,0.5,0.5000001192092896] side=empty:16 ax=12.1 ay=12.1 bx=24.3 by=24.3 n=16 want=[0,1,0,-1,-1,1,1,-1,-1,-1,1,0,-1,0,-1,1] ref=side=want --tol bitwise
// expect: ok
// why: points an ulp beside the line or on it: the signs are exact, since the differences are and the products carry their errors
// figure: exact (0 of 16 signs differ)
#include <cuda_runtime.h>

// Sign of the orientation of float points: differences are exact in double, products are taken with their errors.
__device__ int orientation(float2 a, float2 b, float2 c)
{
    double ax = (double)a.x - c.x, ay = (double)a.y - c.y;
    double bx = (double)b.x - c.x, by = (double)b.y - c.y;
    double left = ax * by;
    double right = ay * bx;
    double low = fma(ax, by, -left) - fma(ay, bx, -right);
    double o = (left - right) + low;
    return (o > 0.0) - (o < 0.0);
}

__global__ void orientations(const float2 *site, int *side, float ax, float ay, float bx, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    side[i] = orientation(make_float2(ax, ay), make_float2(bx, by), site[i]);
}
