// fpcheck: close_pairs<<<1, 32>>> ra=[1.0,1.000100016593933,2.200000047683716,2.200050115585327,4.099999904632568,4.100299835205078,0.30000001192092896,2.9000000953674316] dec=[0.5,0.5000699758529663,-0.800000011920929,-0.7999200224876404,0.10000000149011612,0.10012000054121017,1.2000000476837158,-0.4000000059604645] sep=empty:4 pairs=4
// expect: ok
// why: subtracts neighbouring coordinates (exact) and clamps before the arc sine; small angles keep their bits
// figure: relative error 6.06162531e-09, some ulps
#include <cuda_runtime.h>
#define ARCSEC 206264.806f

__device__ inline float square(float x)
{
    return x * x;
}

// haversine: differences of the coordinates first, they are exact for neighbours
__device__ float haversine(float ra1, float dec1, float ra2, float dec2)
{
    float h = square(sinf(0.5f * (dec2 - dec1))) + cosf(dec1) * cosf(dec2) * square(sinf(0.5f * (ra2 - ra1)));
    return 2.0f * asinf(fminf(1.0f, sqrtf(h)));
}

__global__ void close_pairs(const float *ra, const float *dec, float *sep, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    sep[i] = ARCSEC * haversine(ra[2 * i], dec[2 * i], ra[2 * i + 1], dec[2 * i + 1]);
}
