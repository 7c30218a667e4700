// fpcheck: distances <<<1, 32>>> lat1=[48.1,52.52,0.0,-33.86,10.0] lon1=[11.5,13.405,20.0,151.2,179.9999] lat2=[48.1001,52.5202,0.0003,-33.8601,60.0] lon2=[11.5001,13.4049,20.0001,151.2003,-120.0] metres=empty:5 n=5 ref=metres=@b_hav.npy --tol rtol=2e-6,atol=0
// expect: ok
// why: the differences are taken of the degrees as they were given, which is exact for near points, before anything is turned into radians
// figure: computed 7409501, MPFR 7409500.48 (worst element of a float model of the kernel: error 0.52, tolerance 15)
__device__ float haversine(float half_degrees)
{
    float s = sinpif(half_degrees / 180.0f);
    return s * s;
}

__device__ float cos_degrees(float degrees)
{
    return cospif(degrees / 180.0f);
}

__global__ void distances(const float *lat1, const float *lon1, const float *lat2, const float *lon2, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float dlat = 0.5f * (lat2[i] - lat1[i]);
    float dlon = 0.5f * (lon2[i] - lon1[i]);
    float h = haversine(dlat) + cos_degrees(lat1[i]) * cos_degrees(lat2[i]) * haversine(dlon);
    metres[i] = 2.0f * 6371008.8f * asinf(fminf(sqrtf(h), 1.0f));
}
