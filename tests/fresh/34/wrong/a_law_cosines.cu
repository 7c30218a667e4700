// fpcheck: leg_lengths <<<1, 64>>> lat=@a_law_cosines_lat.npy lon=@a_law_cosines_lon.npy metres=empty:64 n=64
// expect: error accuracy at line 16
// why: the spherical law of cosines for points some 50 m apart: the cosine of the angle rounds to 1 - k 2^-24, and acosf turns one unit into 2 km (the textbook reason for the haversine formula)
// figure: metres[4] computed 2199.6958, exact 36.7110025
// Lengths of the legs of a recorded track, positions in radians.
__global__ void leg_lengths(const float* lat, const float* lon, float* metres, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    const float R = 6371000.0f;
    float a = lat[i], b = lat[i + 1];
    float dl = lon[i + 1] - lon[i];
    float c = sinf(a) * sinf(b) + cosf(a) * cosf(b) * cosf(dl);
    c = fminf(1.0f, fmaxf(-1.0f, c));
    metres[i] = R * acosf(c);
}
