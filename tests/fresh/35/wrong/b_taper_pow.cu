// fpcheck: taper <<<1, 64>>> re=@b_taper_x.npy out=empty:64 centre=20.0 width=9.0 n=64 --ref out=@b_taper_ref.npy --tol rtol=1e-4,atol=1e-6
// expect: error nan at line 11
// why: __powf is exp2(y * log2(x)) and NaN for a negative base, also with a power of 4: of the spectral taper exp(-((k - kc) / w)^4) the half below the centre is NaN, which fminf turns into a weight of 1
// figure: out[0] computed 1.78634453, MPFR 4.58174966e-11
#include <cuda_runtime.h>

__global__ void taper(const float *re, float *out, float centre, float width, int n)
{
    int k = threadIdx.x;
    if (k >= n) return;
    float damping = __powf((k - centre) / width, 4.0f);
    float weight = fminf(__expf(-damping), 1.0f);
    out[k] = re[k] * weight;
}
