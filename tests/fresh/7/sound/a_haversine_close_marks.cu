// fpcheck: haversine<<<1, 32>>> dlat=[1e-6,2e-5,0.001,-3e-7,1.2] dlon=[2e-6,0.0,0.004,1e-7,2.0] lat=[0.82,0.5,-0.7,1.1,-0.6] metres=empty:5 n=5
// expect: ok
// why: distances from metres to thousands of kilometres in binary32: half-angle sines keep the small ones, and the clamp never hides a NaN
// figure: computed metres[0] = 10.7775574, MPFR 10.77755733 (relative error 3.8e-9, allowed 1.9e-6)
// Distance from a mark to another that is given by differences in radians.
__device__ float half_sine_squared(float angle)
{
    float s = sinf(0.5f * angle);
    return s * s;
}

__global__ void haversine(const float *dlat, const float *dlon, const float *lat, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = cosf(lat[i]) * cosf(lat[i] + dlat[i]);
    float h = half_sine_squared(dlat[i]) + c * half_sine_squared(dlon[i]);
    metres[i] = 2.0f * 6371008.8f * asinf(fminf(sqrtf(h), 1.0f));
}
