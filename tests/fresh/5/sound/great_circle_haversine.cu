// fpcheck: leg_lengths <<<1, 32>>> lat=[0.9000000,0.9000010,0.9000035,0.9000035,0.9000100,0.9000102,0.9000600,0.9001000] lon=[0.1000000,0.1000012,0.1000012,0.1000041,0.1000060,0.1000080,0.1000500,0.1002000] metres=empty:7 n=8 want=[8.01513620738173,15.949152088165283,11.477940843082871,42.07013932805614,8.08116089099605,358.0571147269617,646.3115017594204] ref=metres=want --tol rtol=1e-4,atol=1e-3
// expect: ok
// Leg lengths of a track, from consecutive fixes (radians).
#define EARTH_RADIUS 6371008.8f

__global__ void leg_lengths(const float *lat, const float *lon, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1)
        return;
    float a = sinf(0.5f * (lat[i + 1] - lat[i]));
    float b = sinf(0.5f * (lon[i + 1] - lon[i]));
    float h = a * a + cosf(lat[i]) * cosf(lat[i + 1]) * b * b;
    metres[i] = 2.0f * EARTH_RADIUS * asinf(fminf(1.0f, sqrtf(h)));
}
