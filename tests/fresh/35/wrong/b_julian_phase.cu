// fpcheck: transit_phase <<<2, 32>>> bjd=@b_jd_t.npy phase=empty:64 epoch=2459000.5 period=3.52474859 n=64 --ref phase=@b_jd_ref.npy --tol atol=1e-4
// expect: error absorption at line 11
// why: a barycentric Julian date of 2.459 million days has steps of a quarter of a day in binary32; converting before taking off the epoch makes the transit's phase jump by 0.07; a classic of light-curve codes
// figure: phase[8] computed 0.992978632, MPFR 0.0161140644
#include <cuda_runtime.h>

__global__ void transit_phase(const double *bjd, float *phase, double epoch, double period, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = (float)bjd[i];
    float cycles = (float)((t - epoch) / period);
    phase[i] = cycles - floorf(cycles);
}
