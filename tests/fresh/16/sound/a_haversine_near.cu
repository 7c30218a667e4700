// fpcheck: great_circle <<<1, 32>>> lat1=[0.83, 0.5, -0.25, 1.0] lon1=[0.1, 1.5, -2.0, 0.3] lat2=[0.83000016, 0.5001, -0.2501, 1.2] lon2=[0.1000002, 1.5002, -1.9998, -0.4] d=empty:4 n=4
// expect: ok
// why: differences of near latitudes look like cancellation, but they are exact (Sterbenz) and the haversine keeps the small angle
// figure: computed d[0] = 1.43036878, MPFR 1.43036880755; relative error 1.8e-08
// Great circle distance in metres, radians given.
__global__ void great_circle(const float *lat1, const float *lon1, const float *lat2, const float *lon2, float *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = sinf(0.5f * (lat2[i] - lat1[i]));
    float b = sinf(0.5f * (lon2[i] - lon1[i]));
    float h = a * a + cosf(lat1[i]) * cosf(lat2[i]) * b * b;
    d[i] = 2.0f * 6371008.8f * asinf(fminf(sqrtf(h), 1.0f));
}
