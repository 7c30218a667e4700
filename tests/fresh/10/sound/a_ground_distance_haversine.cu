// fpcheck: ground_distance <<<1, 32>>> lat1=[0.75,-0.5,0.125,1.0,0.875,-1.25] lon1=[0.25,2.0,-1.5,0.5,3.0,0.0625] lat2=[0.750030517578125,-0.4999847412109375,0.1250152587890625,1.0000152587890625,0.87493896484375,-1.25006103515625] lon2=[0.250030517578125,2.000030517578125,-1.500030517578125,0.5,3.00006103515625,0.0625] metres=empty:6 n=6
// expect: ok
// why: subtractions of nearly equal latitudes are exact; the haversine keeps small angles
// figure: metres[0]: computed 240.91423, MPFR 240.914233 (largest relative error 4.4e-08)
// Great-circle distance between pairs of stations, haversine.
#define EARTH_RADIUS 6371008.8f

__device__ float hav(float x)
{
    float s = sinf(0.5f * x);
    return s * s;
}

__device__ float central_angle(float p1, float l1, float p2, float l2)
{
    float h = hav(p2 - p1) + cosf(p1) * cosf(p2) * hav(l2 - l1);
    return 2.0f * asinf(fminf(1.0f, sqrtf(h)));
}

__global__ void ground_distance(const float *lat1, const float *lon1, const float *lat2, const float *lon2,
                                float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    metres[i] = EARTH_RADIUS * central_angle(lat1[i], lon1[i], lat2[i], lon2[i]);
}
