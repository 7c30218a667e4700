// fpcheck: geodetic_to_ecef <<<1, 32>>> lat=uniform(-80,80):32:f64 lon=uniform(10,170):32:f64 h=uniform(0,4000):32:f64 xyz=empty:96:f64 n=32
// expect: ok
// WGS84 geodetic coordinates (degrees, metres) to earth-centred Cartesian.
#include <cuda_runtime.h>

#define WGS84_A 6378137.0
#define WGS84_F (1.0 / 298.257223563)

__global__ void geodetic_to_ecef(const double* __restrict__ lat, const double* __restrict__ lon,
                                 const double* __restrict__ h, double* __restrict__ xyz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double e2 = WGS84_F * (2.0 - WGS84_F);
    double sp, cp, sl, cl;
    sincospi(lat[i] / 180.0, &sp, &cp);
    sincospi(lon[i] / 180.0, &sl, &cl);
    double N = WGS84_A / sqrt(1.0 - e2 * sp * sp);
    double r = (N + h[i]) * cp;
    xyz[3 * i] = r * cl;
    xyz[3 * i + 1] = r * sl;
    xyz[3 * i + 2] = (N * (1.0 - e2) + h[i]) * sp;
}
