// fpcheck: bright_stars <<<2, 64>>> aperture=@b_phot_ap.npy sky=@b_phot_sky.npy limit=18.5 zero_point=25.0 bright=zeros:2:i32 n=128 --ref bright=@b_phot_ref.npy
// expect: error nan at line 13
// why: aperture minus sky is negative for faint sources, log10f makes NaN, and !(mag > limit) then counts them as bright: a comparison that hides a NaN (photutils/SExtractor style reports of NaN magnitudes in cuts)
// figure: bright[0] computed 34, MPFR 18
#include <cuda_runtime.h>

__global__ void bright_stars(const float *aperture, const float *sky, float limit, float zero_point, int *bright, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = 0;
    if (i < n) {
        float net = aperture[i] - sky[i];
        float mag = zero_point - 2.5f * log10f(net);
        mine = !(mag > limit);
    }
    unsigned votes = __ballot_sync(0xffffffffu, mine);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(&bright[blockIdx.x], __popc(votes));
}
