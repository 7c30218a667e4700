// fpcheck: separation<<<1, 32>>> ra1=[1.0,2.200000047683716,4.099999904632568,0.30000001192092896] dec1=[0.5,-0.800000011920929,0.10000000149011612,1.2000000476837158] ra2=[1.000100016593933,2.200050115585327,4.100299835205078,0.3003999888896942] dec2=[0.5000699758529663,-0.7999200224876404,0.10012000054121017,1.2000999450683594] sep=empty:4 n=4
// expect: error cancellation at line 26
// why: the arc cosine of a dot product that is 1 - 1e-8: all of the angle is in the bits that were rounded away, the clamp only hides it
// figure: sep[0] computed about 0, MPFR 23.1535283
#include <cuda_runtime.h>
#define ARCSEC 206264.806f

// unit vector of a star on the celestial sphere
__device__ inline float3 direction(float ra, float dec)
{
    float s, c, sr, cr;
    sincosf(dec, &s, &c);
    sincosf(ra, &sr, &cr);
    return make_float3(c * cr, c * sr, s);
}

__global__ void separation(const float *ra1, const float *dec1, const float *ra2, const float *dec2, float *sep, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 a = direction(ra1[i], dec1[i]);
    float3 b = direction(ra2[i], dec2[i]);
    float dot = a.x * b.x + a.y * b.y + a.z * b.z;
    dot = fminf(1.0f, fmaxf(-1.0f, dot));
    sep[i] = ARCSEC * acosf(dot);
}
