// fpcheck: distances<<<1, 32>>> lat1=[0.8, 0.8, 0.1, -0.5, 1.2] lon1=[0.2, 0.2, 2.0, -1.0, 0.0] lat2=[0.8000001, 0.8, 0.1, 0.5, 1.25] lon2=[0.2, 0.2, 2.000001, 1.0, 0.5] metres=empty:5 n=5 earth=6371000.0 ref=metres=2*6371000*asin(sqrt(sin((lat2-lat1)/2)*sin((lat2-lat1)/2)+cos(lat1)*cos(lat2)*sin((lon2-lon1)/2)*sin((lon2-lon1)/2))) --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: points a metre apart (and one pair that is equal), in binary32; the haversine subtracts the nearby angles exactly and needs no arc cosine near 1
// figure: largest error 0.0022 of the tolerance
#include <cuda_runtime.h>

__device__ float haversine(float lat1, float lon1, float lat2, float lon2)
{
    float slat = sinf(0.5f * (lat2 - lat1));
    float slon = sinf(0.5f * (lon2 - lon1));
    float h = slat * slat + cosf(lat1) * cosf(lat2) * slon * slon;
    return 2.0f * asinf(fminf(sqrtf(h), 1.0f));
}

__global__ void distances(const float *lat1, const float *lon1, const float *lat2, const float *lon2, float *metres, int n, float earth)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        metres[i] = earth * haversine(lat1[i], lon1[i], lat2[i], lon2[i]);
}
