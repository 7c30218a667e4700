// fpcheck: distances <<<1, 32>>> lat1=[48.85837,52.51627,-33.85678,40.68925,0.0] lon1=[2.294481,13.377703,151.21529,-74.0445,179.9995] lat2=[48.85845,52.5163,-33.8568,40.7484,0.0] lon2=[2.294495,13.3778,151.2155,-73.98566,179.99975] metres=empty:5 n=5
// expect: ok
// why: neighbouring positions of a track are subtracted, but their degrees are close and the difference is exact; haversines keep it, where an arc cosine would not
// figure: relative error at most 9.6e-08 (a few ulps)
#define DEGREE 0.017453292519943295f

__device__ inline float haversine(float angle)
{
    float s = sinf(0.5f * angle);
    return s * s;
}

__global__ void distances(const float *lat1, const float *lon1, const float *lat2, const float *lon2, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float dlat = (lat2[i] - lat1[i]) * DEGREE;
    float dlon = (lon2[i] - lon1[i]) * DEGREE;
    float c = cosf(lat1[i] * DEGREE) * cosf(lat2[i] * DEGREE);
    float h = haversine(dlat) + c * haversine(dlon);
    metres[i] = 2.0f * 6371008.8f * asinf(sqrtf(fminf(h, 1.0f)));
}
