// fpcheck: distances <<<1, 32>>> lat=[47.3769,47.37701,47.37798,47.38573,47.40257,47.59996,47.60362,47.65354] lon=[8.5417,8.54157,8.54104,8.53398,8.50617,8.36137,8.35789,8.31516] metres=empty:7 n=8 radius=6371000.0 want=[15.7512441435,114.875366207,1012.65351268,2808.50707936,24496.4080976,483.269712875,6408.52494741] ref=metres=want --tol rtol=2e-5,atol=0
// expect: ok
// why: differences of nearby coordinates are taken first (exact in float), in degrees, and the haversine keeps small angles; min guards the root of the antipodes only.
// figure: largest relative error 7.5e-08, tolerance 2e-5
__device__ float haversine(float lat1, float lon1, float lat2, float lon2)
{
    const float degree = 0.017453292519943295f;
    float s = sinf(0.5f * degree * (lat2 - lat1));
    float t = sinf(0.5f * degree * (lon2 - lon1));
    float h = s * s + cosf(degree * lat1) * cosf(degree * lat2) * t * t;
    return 2.0f * asinf(fminf(1.0f, sqrtf(h)));
}

// Legs of a track; consecutive fixes are metres to kilometres apart.
__global__ void distances(const float *lat, const float *lon, float *metres, int n, float radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        metres[i] = radius * haversine(lat[i], lon[i], lat[i + 1], lon[i + 1]);
}
