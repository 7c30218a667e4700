// fpcheck: great_circle <<<1, 32>>> lat1=[0.85,0.85,0.5,0.3] lon1=[0.1,0.1,0.2,1.0] lat2=[0.8501,0.8502,0.5001,0.3] lon2=[0.1,0.1002,0.2001,1.0001] dist=empty:4 n=4 ref=6371000*2*asin(sqrt(sin((lat2-lat1)/2)*sin((lat2-lat1)/2)+cos(lat1)*cos(lat2)*sin((lon2-lon1)/2)*sin((lon2-lon1)/2))) --tol rtol=1e-2
// expect: error cancellation at line 18: spherical law of cosines for points some hundred metres apart; the cosine rounds to 1 or next to it and acosf gives 0 or kilometres
// Fast great-circle distances in metres, one pair per thread. Angles in radians.
#include <cuda_runtime.h>

#define EARTH_RADIUS_M 6371000.0f

__global__ void great_circle(const float* __restrict__ lat1, const float* __restrict__ lon1,
                             const float* __restrict__ lat2, const float* __restrict__ lon2,
                             float* __restrict__ dist, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float s1, c1, s2, c2;
    sincosf(lat1[i], &s1, &c1);
    sincosf(lat2[i], &s2, &c2);
    float cosine = s1 * s2 + c1 * c2 * cosf(lon2[i] - lon1[i]);
    // Clamp against rounding so that acosf never returns NaN.
    cosine = fminf(1.0f, fmaxf(-1.0f, cosine));
    dist[i] = EARTH_RADIUS_M * acosf(cosine);
}
