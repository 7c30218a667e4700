// fpcheck: distances <<<1, 32>>> lat1=[48.1,52.52,0.0,-33.86] lon1=[11.5,13.405,20.0,151.2] lat2=[48.1001,52.5202,0.0003,-33.8601] lon2=[11.5001,13.4049,20.0001,151.2003] metres=empty:4 n=4
// expect: error cancellation at line 33
// why: the cosine of an angle of 2e-6 differs from 1 by 2e-12, which float does not hold: acos gives 0 or some 2 km (the haversine form keeps it)
// figure: computed 0, MPFR 13.6550377 (metres[0])
struct Vector
{
    float x, y, z;
};

__device__ Vector unit(float latitude, float longitude)
{
    const float radians = 0.01745329252f;
    float c = cosf(latitude * radians);
    Vector v;
    v.x = c * cosf(longitude * radians);
    v.y = c * sinf(longitude * radians);
    v.z = sinf(latitude * radians);
    return v;
}

__device__ float dot(Vector a, Vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__global__ void distances(const float *lat1, const float *lon1, const float *lat2, const float *lon2, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float cosine = dot(unit(lat1[i], lon1[i]), unit(lat2[i], lon2[i]));
    cosine = fminf(fmaxf(cosine, -1.0f), 1.0f);
    metres[i] = 6371008.8f * acosf(cosine);
}
