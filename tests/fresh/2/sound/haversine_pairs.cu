// fpcheck: haversine <<<1, 32>>> lat1=[0.85,0.5,0.3,-0.4] dlat=[1e-7,2e-4,0.3,1e-6] dlon=[3e-7,1e-4,1.1,2e-6] dist=empty:4 n=4
// expect: ok
// Haversine distance; differences are given, so that nothing has to cancel.
#include <cuda_runtime.h>

__global__ void haversine(const float* __restrict__ lat1, const float* __restrict__ dlat,
                          const float* __restrict__ dlon, float* __restrict__ dist, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s1 = sinf(0.5f * dlat[i]);
    float s2 = sinf(0.5f * dlon[i]);
    float h = s1 * s1 + cosf(lat1[i]) * cosf(lat1[i] + dlat[i]) * s2 * s2;
    h = fminf(h, 1.0f);
    dist[i] = 2.0f * 6371000.0f * asinf(sqrtf(h));
}
