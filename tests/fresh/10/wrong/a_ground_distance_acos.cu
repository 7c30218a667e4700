// fpcheck: ground_distance <<<1, 32>>> lat1=[0.75,-0.5,0.125,1.0,0.875,-1.25] lon1=[0.25,2.0,-1.5,0.5,3.0,0.0625] lat2=[0.750030517578125,-0.4999847412109375,0.1250152587890625,1.0000152587890625,0.87493896484375,-1.25006103515625] lon2=[0.250030517578125,2.000030517578125,-1.500030517578125,0.5,3.00006103515625,0.0625] metres=empty:6 n=6
// expect: error cancellation at line 11
// why: the cosine of an angle of 3e-5 rounds to 1 - k 2^-24, so acos gives 0 or steps of 2.2 km for stations 100 to 400 m apart
// figure: metres[0]: computed 0, MPFR 240.914233
// Great-circle distance between pairs of stations, spherical law of cosines.
#define EARTH_RADIUS 6371008.8f

__device__ float central_angle(float p1, float l1, float p2, float l2)
{
    float dl = l2 - l1;
    return acosf(fminf(1.0f, sinf(p1) * sinf(p2) + cosf(p1) * cosf(p2) * cosf(dl)));
}

__global__ void ground_distance(const float *lat1, const float *lon1, const float *lat2, const float *lon2,
                                float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    metres[i] = EARTH_RADIUS * central_angle(lat1[i], lon1[i], lat2[i], lon2[i]);
}
