// fpcheck: leg_lengths <<<1, 32>>> lat=[0.9000000,0.9000010,0.9000035,0.9000035,0.9000100,0.9000102,0.9000600,0.9001000] lon=[0.1000000,0.1000012,0.1000012,0.1000041,0.1000060,0.1000080,0.1000500,0.1002000] metres=empty:7 n=8 want=[8.01513620738173,15.949152088165283,11.477940843082871,42.07013932805614,8.08116089099605,358.0571147269617,646.3115017594204] ref=metres=want --tol rtol=1e-2,atol=1e-2
// expect: error cancellation at line 16: acos of a cosine within 1e-7 of one: legs of some ten metres come out as 0 or 2 km
// Leg lengths of a track, from consecutive fixes (radians).
#define EARTH_RADIUS 6371008.8f

__global__ void leg_lengths(const float *lat, const float *lon, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1)
        return;
    float s0 = sinf(lat[i]), c0 = cosf(lat[i]);
    float s1 = sinf(lat[i + 1]), c1 = cosf(lat[i + 1]);
    float dlon = lon[i + 1] - lon[i];
    float cosine = s0 * s1 + c0 * c1 * cosf(dlon);
    cosine = fminf(1.0f, fmaxf(-1.0f, cosine));
    metres[i] = EARTH_RADIUS * acosf(cosine);
}
