// fpcheck: leg_length <<<1, 64>>> lat=uniform(0.7,0.8):64 dlat=uniform(0.00001,0.00002):64 dlon=uniform(0.00001,0.00002):64 metres=empty:64 n=64 ref=2*6371000*asin(sqrt(sin(dlat/2)*sin(dlat/2)+cos(lat)*cos(lat+dlat)*sin(dlon/2)*sin(dlon/2))) --tol rtol=0.01
// expect: error cancellation at line 13: spherical law of cosines for legs of about 100 m: the cosine of 1.6e-5 rad rounds to 1 or to 1 - 6e-8
constexpr float EARTH_RADIUS_M = 6371000.0f;

// Length of each leg of a track.  The track logger gives the start latitude and
// the increments (radians) to the next fix.
__global__ void leg_length(const float* lat, const float* dlat, const float* dlon,
                           float* metres, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float phi1 = lat[i];
    float phi2 = phi1 + dlat[i];
    float c = sinf(phi1) * sinf(phi2) + cosf(phi1) * cosf(phi2) * cosf(dlon[i]);
    c = fminf(1.0f, fmaxf(-1.0f, c));
    metres[i] = EARTH_RADIUS_M * acosf(c);
}
