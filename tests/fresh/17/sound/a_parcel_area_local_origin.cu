// fpcheck: parcel_area<<<2, 32>>> vertex=[500052.25,5400100.5,500043.0,5400126.0,500019.25,5400140.0,499992.25,5400135.0,499974.75,5400114.0,499974.75,5400087.0,499992.25,5400066.0,500019.25,5400061.0,500043.0,5400075.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,312120.75,4100007.0,312118.5,4100030.5,312111.5,4100053.0,312100.5,4100073.5,312085.5,4100092.0,312067.5,4100107.0,312046.75,4100118.0,312024.25,4100124.5,312000.75,4100127.0,311977.25,4100124.5,311954.75,4100118.0,311934.0,4100107.0,311916.0,4100092.0,311901.0,4100073.5,311890.0,4100053.0,311883.0,4100030.5,311880.75,4100007.0,311883.0,4099983.5,311890.0,4099961.0,311901.0,4099940.5,311916.0,4099922.0,311934.0,4099907.0,311954.75,4099896.0,311977.25,4099889.5,312000.75,4099887.0,312024.25,4099889.5,312046.75,4099896.0,312067.5,4099907.0,312085.5,4099922.0,312100.5,4099940.5,312111.5,4099961.0,312118.5,4099983.5] count=[9,32] area=empty:2 want=[4617.625,44960.25] ref=area=want --tol rtol=1e-5,atol=0
// expect: ok
// why: coordinates of 5e6 and cross products that would cancel, but relative to the first vertex, whose differences are exact
// figure: relative error below 3e-7 against 1e-5
#include <cuda_runtime.h>

// Area of parcels in map coordinates (eastings and northings of 1e5 to 5e6), a warp a parcel.
__global__ void parcel_area(const float2 *vertex, const int *count, float *area)
{
    int lane = threadIdx.x;
    int n = count[blockIdx.x];
    float2 origin = vertex[blockIdx.x * 32];
    // differences to the first vertex are exact; lanes past the end stand on it and add nothing
    float2 v = lane < n ? vertex[blockIdx.x * 32 + lane] : origin;
    float x = v.x - origin.x;
    float y = v.y - origin.y;
    float nx = __shfl_sync(0xffffffffu, x, (lane + 1) & 31);
    float ny = __shfl_sync(0xffffffffu, y, (lane + 1) & 31);
    float twice = x * ny - nx * y;
    for (int d = 16; d > 0; d >>= 1)
        twice += __shfl_xor_sync(0xffffffffu, twice, d);
    if (lane == 0)
        area[blockIdx.x] = 0.5f * fabsf(twice);
}
