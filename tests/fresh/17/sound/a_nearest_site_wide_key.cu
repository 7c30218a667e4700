// fpcheck: nearest_site<<<4, 32>>> query=[0.25,-1.75,2.375,-0.8125,1.78125,-0.46875,1.3125,1.125,-3.8125,-0.5,1.46875,-0.65625] site=[-1.453125,3.75,2.015625,9.5625,-3.234375,0.046875,1.3125,3.984375,-0.75,4.78125,0.515625,-2.109375,-0.421875,-0.046875,-0.28125,-1.6875,-0.515625,3.046875,2.765625,5.8125,-2.390625,-3.046875,6.46875,1.265625,1.3125,-2.4375,1.3125,0.28125,0.1875,3.65625,-2.296875,0.5625,-5.15625,1.40625,-3.234375,5.484375,-3.984375,4.921875,-2.484375,-4.78125,0.65625,0.703125,-2.859375,-3.796875,-7.171875,-0.984375,1.03125,-6.09375,0.375,4.828125,-5.296875,1.6875,1.640625,-1.828125,0.984375,-3.328125,1.359375,4.875,-1.03125,-1.875,-6.046875,5.625,5.625,-1.5,0.28125,-0.28125,4.078125,-4.6875,2.015625,-6.75,1.96875,-2.25,3.9375,1.640625,-1.828125,-2.203125,-3.609375,5.0625,3.1875,-1.828125,-3.984375,1.5,0.046875,-1.453125,0.328125,2.015625,-0.09375,1.875,-0.0,0.796875,-1.640625,2.390625,0.46875,-0.890625,0.5625,-0.703125,-0.5625,1.59375,2.625,-4.875,-0.5625,0.234375,-3.375,1.3125,-0.703125,-1.59375,-5.296875,-4.3125,0.28125,5.390625,-1.265625,-6.28125,3.703125,0.515625,3.515625,-1.875,2.578125,1.03125,-3.75,-1.078125] best=empty:4 distance=empty:4 sites=40 want=[8,28,17,31] ref=best=want --tol bitwise
// expect: ok
// why: argmin by a packed key of float bits and index: positive floats order as their bits and none is dropped
// figure: exact index; distance error below 1e-7 relative
#include <cuda_runtime.h>

typedef unsigned long long Key;

__device__ inline float squared(float3 a, float3 b)
{
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

// whole distance above, index below: ties go to the lower index
__device__ inline Key key(float distance, int index)
{
    return ((Key)__float_as_uint(distance) << 32) | (unsigned)index;
}

__global__ void nearest_site(const float3 *query, const float3 *site, int *best, float *distance, int sites)
{
    int lane = threadIdx.x & 31;
    int q = blockIdx.x;
    Key mine = ~0ull;
    for (int s = lane; s < sites; s += 32)
        mine = min(mine, key(squared(query[q], site[s]), s));
    for (int d = 16; d > 0; d >>= 1)
        mine = min(mine, __shfl_xor_sync(0xffffffffu, mine, d));
    if (lane == 0) {
        best[q] = (int)(mine & 0xffffffffu);
        distance[q] = sqrtf(__uint_as_float((unsigned)(mine >> 32)));
    }
}
