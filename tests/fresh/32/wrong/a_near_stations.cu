// fpcheck: near_stations <<<1, 64>>> lat1=@a_near_stations_lat1.npy lon1=@a_near_stations_lon1.npy lat2=@a_near_stations_lat2.npy lon2=@a_near_stations_lon2.npy d=empty:64 n=64 --ref 'd=@a_near_stations_d_ref.npy' --tol rtol=0.02,atol=5
// expect: error cancellation at line 12
// why: the spherical law of cosines in binary32 (as often reported for earthdistance and SQL "nearby" queries): acos near 1 cannot tell a hundred metres from none; haversine is meant for this
// figure: d[37] computed 2199.699, exact 115.467967622187; 64 of 64 beyond the tolerance, worst 285 times
#include <cuda_runtime.h>

#define DEG 0.01745329252f
#define EARTH 6371008.8f

__device__ float central_cosine(float p1, float p2, float dl)
{
    return sinf(p1) * sinf(p2) + cosf(p1) * cosf(p2) * cosf(dl);
}

__global__ void near_stations(const float* lat1, const float* lon1, const float* lat2, const float* lon2, float* d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p1 = lat1[i] * DEG;
    float p2 = lat2[i] * DEG;
    float dl = (lon2[i] - lon1[i]) * DEG;
    float c = central_cosine(p1, p2, dl);
    d[i] = EARTH * acosf(fminf(c, 1.f));
}
