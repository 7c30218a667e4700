// fpcheck: leg_length <<<1, 64>>> lat=uniform(0.7,0.8):64 dlat=uniform(0.00001,0.00002):64 dlon=uniform(0.00001,0.00002):64 metres=empty:64 n=64 ref=2*6371000*asin(sqrt(sin(dlat/2)*sin(dlat/2)+cos(lat)*cos(lat+dlat)*sin(dlon/2)*sin(dlon/2))) --tol rtol=0.00001
// expect: ok
constexpr float EARTH_RADIUS_M = 6371000.0f;

// Haversine: half the differences enter directly, nothing near 1 is formed.
__global__ void leg_length(const float* lat, const float* dlat, const float* dlon,
                           float* metres, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sy = sinf(0.5f * dlat[i]);
    float sx = sinf(0.5f * dlon[i]);
    float h = sy * sy + cosf(lat[i]) * cosf(lat[i] + dlat[i]) * sx * sx;
    metres[i] = 2.0f * EARTH_RADIUS_M * asinf(fminf(1.0f, sqrtf(h)));
}
