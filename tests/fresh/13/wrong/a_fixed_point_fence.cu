// fpcheck: inside_fence<<<1, 32>>> lat=[479000000,479012345,478000000,479000100] lon=[83000000,83100000,84000000,83000200] inside=empty:4 lat0=479000000 lon0=83000000 metres=5000 n=4 want=[1,1,0,1] --ref inside=want
// expect: error integer overflow of a product at line 13
// why: differences of 1e-7 degrees reach a million, their squares pass 2^31 and wrap, and far points come out inside the fence
// figure: computed distance[2] = nan, MPFR 15742.9
// Geofence: coordinates in 1e-7 degrees (0.0111319 m), equator scale.
__global__ void inside_fence(const int *lat, const int *lon, int *inside, int lat0, int lon0, float metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int dy = lat[i] - lat0;
    int dx = lon[i] - lon0;
    float square = (float)(dx * dx + dy * dy);
    inside[i] = !(sqrtf(square) * 0.0111319f > metres);
}
