// fpcheck: haversine <<<1, 8>>> lat=[0.85,0.7,0.3,0.52,1.1,0.9,0.25,0.66] dlat=[1e-4,2e-4,5e-5,1e-4,3e-4,8e-5,1e-4,6e-5] dlon=[1e-4,-1e-4,2e-4,5e-5,1e-4,-2e-4,7e-5,1e-4] dist=empty:8 n=8
// expect: ok
__global__ void haversine(const float* lat, const float* dlat, const float* dlon, float* dist, int n)
{
    const float R = 6371008.8f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s1 = sinf(0.5f * dlat[i]);
    float s2 = sinf(0.5f * dlon[i]);
    float h = s1 * s1 + cosf(lat[i]) * cosf(lat[i] + dlat[i]) * s2 * s2;
    dist[i] = 2.0f * R * asinf(fminf(1.0f, sqrtf(h)));
}
