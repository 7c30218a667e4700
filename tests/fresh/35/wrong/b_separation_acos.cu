// fpcheck: separation <<<2, 64>>> ra=@b_sep_ra.npy dec=@b_sep_dec.npy ra0=@b_sep_ra0.npy dec0=@b_sep_dec0.npy arcsec=empty:128 n=128 --ref arcsec=@b_sep_ref.npy --tol rtol=1e-2,atol=0.5
// expect: error cancellation at line 10
// why: pairs of stars some 20 to 60 arcseconds apart: the cosine of the separation is 1 - 1e-8, which binary32 rounds to 1 or its neighbour, so that acosf gives 0 or 71 arcseconds; cross-match codes use haversines or atan2
// figure: arcsec[110] computed 0, MPFR 59.6263471
#include <cuda_runtime.h>

__device__ float cosine_rule(float ra1, float dec1, float ra2, float dec2)
{
    float c = sinf(dec1) * sinf(dec2) + cosf(dec1) * cosf(dec2) * cosf(ra1 - ra2);
    return acosf(fminf(c, 1.0f));
}

__global__ void separation(const float *ra, const float *dec, const float *ra0, const float *dec0, float *arcsec, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    arcsec[i] = cosine_rule(ra[i], dec[i], ra0[i], dec0[i]) * 206264.806f;
}
