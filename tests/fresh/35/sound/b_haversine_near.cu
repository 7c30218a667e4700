// fpcheck: separation <<<2, 32>>> ra=@b_hav_ra.npy dec=@b_hav_dec.npy ra0=@b_hav_ra0.npy dec0=@b_hav_dec0.npy arcsec=empty:64 n=64 --ref arcsec=@b_hav_ref.npy --tol rtol=1e-5
// expect: ok
// why: differences of coordinates nearly alike are exact (Sterbenz), the haversine keeps their digits, and a clamp before sqrt and asin is a guard only
// figure: arcsec: largest error 0.00118 (1.83e-07 relative at its worst, largest |value| 8897.62), as simulated
#include <cuda_runtime.h>

__global__ void separation(const float *ra, const float *dec, const float *ra0, const float *dec0, float *arcsec, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sd = sinf(0.5f * (dec[i] - dec0[i]));
    float sr = sinf(0.5f * (ra[i] - ra0[i]));
    float h = sd * sd + cosf(dec[i]) * cosf(dec0[i]) * sr * sr;
    arcsec[i] = 2.0f * asinf(sqrtf(fminf(fmaxf(h, 0.0f), 1.0f))) * 206264.806f;
}
