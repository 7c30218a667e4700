// fpcheck: legs <<<1, 32>>> lat=[0.9110, 0.91101, 0.911015, 0.91102] lon=[0.2340, 0.23401, 0.234015, 0.23402] km=empty:3 stops=4
// expect: error cancellation at line 16
// why: acos of a cosine within 2^-24 of 1: two stops 65 m apart come out as 0 or as 2 km
// figure: computed km[0] = 0, MPFR 0.074796972
// Length of every leg of a van's tour, stops in radians, on a sphere of 6371 km.
__global__ void legs(const float *lat, const float *lon, float *km, int stops)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 >= stops)
        return;
    float a = lat[i];
    float b = lat[i + 1];
    float dlon = lon[i + 1] - lon[i];
    float c = sinf(a) * sinf(b) + cosf(a) * cosf(b) * cosf(dlon);
    c = fminf(1.0f, fmaxf(-1.0f, c));
    km[i] = 6371.0f * acosf(c);
}
