// fpcheck: distances <<<1, 32>>> lat=[0.9337,0.93370116,0.9338,0.95,1.1,-0.6,0.2,0.93369997] lon=[0.1742,0.17420001,0.17432,0.19,0.4,2.1,-1.3,0.1742] metres=empty:8 n=8 lat0=0.9337 lon0=0.1742
// expect: ok
// why: distances of metres on a globe in float: the haversine form takes the differences of the angles first (they are exact), no arc cosine near 1
// figure: metres[1] computed 7.21531385, MPFR 7.21531385
// Great-circle distances of ships to a harbour, radians in, metres out.
__device__ __forceinline__ float square(float v)
{
    return v * v;
}

__device__ __forceinline__ float haversine(float lat1, float lon1, float lat2, float lon2)
{
    float a = square(sinf(0.5f * (lat2 - lat1)));
    float b = square(sinf(0.5f * (lon2 - lon1)));
    float h = a + cosf(lat1) * cosf(lat2) * b;
    return 2.0f * asinf(sqrtf(fminf(h, 1.0f)));
}

__global__ void distances(const float *lat, const float *lon, float *metres, int n, float lat0, float lon0)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        metres[i] = 6371008.8f * haversine(lat0, lon0, lat[i], lon[i]);
}
