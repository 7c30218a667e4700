// fpcheck: hops <<<1, 32>>> lat=[52.5,52.5001,52.50012,-33.85,-33.8501,0.001,-0.002,71.0] lon=[13.4,13.4001,13.40015,151.2,151.2003,179.5,179.5004,-8.0] out=empty:7 n=8 radius=6371.0088 --ref out=@a_short_hops_want.npy --tol rtol=4e-6,atol=0
// expect: ok
// why: differences of nearly equal degrees look like cancellation, but they are exact (Sterbenz) and taken before any rounding; the half-angle form keeps them
// figure: out[0] computed 0.0129450681, MPFR 0.0129450671; worst relative error 7.3e-08 of 4e-6 allowed
// Lengths in km of the hops of a track, most of them some metres.
__device__ float radians(float degrees)
{
    return degrees * 0.017453292519943295f;
}

__device__ float haversine(float a)
{
    float s = sinf(0.5f * a);
    return s * s;
}

__global__ void hops(const float *lat, const float *lon, float *out, int n, float radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1)
        return;
    float dlat = radians(lat[i + 1] - lat[i]);
    float dlon = radians(lon[i + 1] - lon[i]);
    float scale = cosf(radians(lat[i])) * cosf(radians(lat[i + 1]));
    float h = haversine(dlat) + scale * haversine(dlon);
    out[i] = 2.0f * radius * asinf(fminf(1.0f, sqrtf(h)));
}
