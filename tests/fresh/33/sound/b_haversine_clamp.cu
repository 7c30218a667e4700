// fpcheck: haversine <<<1, 64>>> lon=@b_hav_lon.npy lat=@b_hav_lat.npy lon0=0.25 lat0=0.875 d=empty:60 radius=6371.0 n=60 --ref 'd=@b_hav_d.npy' --tol rtol=1e-5,atol=2e-3
// expect: ok
// why: the haversine is clamped to 1 before the arc sine, as rounding may push it over; the differences of near angles are exact, and a point's distance to itself is 0
// figure: d[20] computed 4030.53003, MPFR 4030.53047, worst of 60, 0.01 of the tolerance
#include <cuda_runtime.h>

__global__ void haversine(const float* lon, const float* lat, float lon0, float lat0, float* d,
                          float radius, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sp = sinf(0.5f * (lat[i] - lat0));
    float sl = sinf(0.5f * (lon[i] - lon0));
    float h = sp * sp + cosf(lat[i]) * cosf(lat0) * sl * sl;
    d[i] = 2.0f * radius * asinf(sqrtf(fminf(h, 1.0f)));
}
