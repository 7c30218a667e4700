// fpcheck: legs <<<1, 32>>> lat=[0.9110, 0.91101, 0.911015, 0.91102] lon=[0.2340, 0.23401, 0.234015, 0.23402] km=empty:3 stops=4
// expect: ok
// why: the haversine form keeps the small differences; half angles of a few 1e-6 are squared, not subtracted from 1
// figure: computed km[0] = 0.074796975, MPFR 0.074796972: 4e-8 relative, tolerance 2e-6
// Length of every leg of a van's tour, stops in radians, on a sphere of 6371 km.
__global__ void legs(const float *lat, const float *lon, float *km, int stops)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 >= stops)
        return;
    float a = lat[i];
    float b = lat[i + 1];
    float dlon = lon[i + 1] - lon[i];
    float sa = sinf(0.5f * (b - a));
    float so = sinf(0.5f * dlon);
    float h = sa * sa + cosf(a) * cosf(b) * so * so;
    km[i] = 6371.0f * 2.0f * asinf(fminf(1.0f, sqrtf(h)));
}
