// fpcheck: distances <<<1, 32>>> lat=[0.9,0.90001,0.5,0.2] lon=[0.2,0.20002,0.30001,1.10003] lat0=[0.900005,0.9,0.5,0.20001] lon0=[0.20001,0.2,0.3,1.1] d=empty:4 n=4
// expect: error cancellation at line 9
// why: the spherical law of cosines for points some metres apart: the cosine of the angle is 1 but for rounding
// figure: computed d[0] = 0, exact 50.847435
#define EARTH 6371008.8f
__device__ float central_angle(float lat1, float lon1, float lat2, float lon2)
{
    float c = sinf(lat1) * sinf(lat2) + cosf(lat1) * cosf(lat2) * cosf(lon2 - lon1);
    return acosf(fminf(1.0f, c));
}

__global__ void distances(const float *lat, const float *lon, const float *lat0, const float *lon0, float *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] = EARTH * central_angle(lat[i], lon[i], lat0[i], lon0[i]);
}
