// fpcheck: distances <<<1, 32>>> lat=[0.9,0.90001,0.5,0.2] lon=[0.2,0.20002,0.30001,1.10003] lat0=[0.900005,0.9,0.5,0.20001] lon0=[0.20001,0.2,0.3,1.1] d=empty:4 n=4
// expect: ok
// why: points some metres apart: differences of close floats are exact, and the haversine adds squares
// figure: computed d[0] = 50.8474312, exact 50.8474355: 1.4 half ulps
#define EARTH 6371008.8f
__device__ float central_angle(float lat1, float lon1, float lat2, float lon2)
{
    float u = sinf(0.5f * (lat2 - lat1));
    float v = sinf(0.5f * (lon2 - lon1));
    float h = u * u + cosf(lat1) * cosf(lat2) * v * v;
    return 2.0f * asinf(fminf(1.0f, sqrtf(h)));
}

__global__ void distances(const float *lat, const float *lon, const float *lat0, const float *lon0, float *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] = EARTH * central_angle(lat[i], lon[i], lat0[i], lon0[i]);
}
