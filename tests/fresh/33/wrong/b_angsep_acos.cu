// fpcheck: separation <<<1, 64>>> ra=@b_sep_ra.npy dec=@b_sep_dec.npy ra0=2.125 dec0=0.5625 sep=empty:50 n=50
// expect: error rounding at line 16
// why: the arc cosine of the spherical law of cosines loses separations of some arc minutes, since the cosine is within a few ulps of 1 (why astropy uses the Vincenty formula)
// figure: sep[24] computed 0.00048828125, MPFR 0.000363072838
#include <cuda_runtime.h>

__global__ void separation(const float* ra, const float* dec, float ra0, float dec0, float* sep, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s0, c0, s1, c1;
    sincosf(dec0, &s0, &c0);
    sincosf(dec[i], &s1, &c1);
    float c = s0 * s1 + c0 * c1 * cosf(ra[i] - ra0);
    sep[i] = acosf(fminf(c, 1.0f));
}
