// fpcheck: parcel_area<<<1, 32>>> east=[500100.25, 500150.5, 500160.75, 500120.0, 500095.5, 500090.0] north=[5400200.0, 5400195.5, 5400240.5, 5400260.0, 5400251.0, 5400220.5] area=empty:1 n=6 ref=area=@b_parcel.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: easting times northing would be 2.7e12 in binary32, but the first corner is subtracted first, exactly for coordinates that are so near each other
// figure: computed 3427.5625, MPFR 3427.5625
#include <cuda_runtime.h>

__device__ float cross2(float ax, float ay, float bx, float by)
{
    float w = ay * bx;
    float e = fmaf(-ay, bx, w); // the rounding error of w
    float d = fmaf(ax, by, -w);
    return d + e;
}

// Gauss's area formula relative to the first corner; one edge a lane.
__global__ void parcel_area(const float *east, const float *north, float *area, int n)
{
    int lane = threadIdx.x;
    float twice = 0.0f;
    if (lane < n) {
        int next = lane + 1 == n ? 0 : lane + 1;
        float ax = east[lane] - east[0];
        float ay = north[lane] - north[0];
        float bx = east[next] - east[0];
        float by = north[next] - north[0];
        twice = cross2(ax, ay, bx, by);
    }
    for (int o = 16; o > 0; o >>= 1)
        twice += __shfl_down_sync(0xffffffffu, twice, o);
    if (lane == 0)
        area[0] = 0.5f * fabsf(twice);
}
