// fpcheck: phase_fold <<<2, 64>>> mjd=@b_fold_mjd.npy flux=randn:128 period=0.3137021 epoch=58685.25 bins=empty:128 phase=empty:128 n=128 --ref 'phase=@b_fold_phase.npy' --tol atol=1e-4
// expect: error rounding at line 13
// why: the time is put into a float before the epoch is subtracted, where one ulp is 5.6 minutes; kbmod issue 568 reports that for MJD on the device
// figure: phase[110] computed 0.194374084, MPFR 0.200386569
#include <cuda_runtime.h>

__global__ void phase_fold(const double* mjd, const float* flux, double period, double epoch,
                           float* bins, float* phase, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = (float)mjd[i];
    float cycles = (t - (float)epoch) / (float)period;
    float ph = cycles - floorf(cycles);
    phase[i] = ph;
    bins[i] = flux[i] > 0.0f ? floorf(ph * 16.0f) : -1.0f;
}
