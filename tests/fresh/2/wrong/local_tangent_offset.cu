// fpcheck: east_offset <<<1, 32>>> lat=[48.1371,48.1372,-33.8568,60.17] lon=[11.575401,11.575499,151.215305,24.9384031] lat0=[48.1371,48.1371,-33.8568,60.17] lon0=[11.5754,11.5754,151.2153,24.9384] east=empty:4 n=4 ref=111319.49079327358*(lon-lon0)*cos(lat0*0.017453292519943295) --tol rtol=1e-3,atol=1e-3
// expect: error narrowing at line 18: longitudes are narrowed to float32 before the subtraction: a step of 1e-5 degrees, one metre
// East offset in metres of GNSS fixes from a local origin.
// Inputs are double precision degrees; the arithmetic runs in float because
// consumer GPUs have 1/64 rate double units.
#include <cuda_runtime.h>

#define METRES_PER_DEGREE 111319.49079327358f
#define DEG2RAD 0.017453292519943295f

__global__ void east_offset(const double* __restrict__ lat, const double* __restrict__ lon,
                            const double* __restrict__ lat0, const double* __restrict__ lon0,
                            float* __restrict__ east, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float d_lon = (float)lon[i] - (float)lon0[i];
    float c = cosf((float)lat0[i] * DEG2RAD);
    east[i] = METRES_PER_DEGREE * d_lon * c;
}
