// fpcheck: fold <<<2, 64>>> mjd=@b_foldr_mjd.npy epoch=58685.25 period=0.3137021 phase=empty:128 n=128 --ref 'phase=@b_foldr_phase.npy' --tol atol=1e-4
// expect: ok
// why: only the difference to the epoch is cast to float, and floor is taken of a number of at most 130, whose fraction keeps five digits: all that a phase needs
// figure: phase[124] computed 0.634658813, MPFR 0.634669437, worst of 128, 0.11 of the tolerance
#include <cuda_runtime.h>

__global__ void fold(const double* mjd, double epoch, float period, float* phase, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = (float)(mjd[i] - epoch);
    float cycles = t / period;
    float p = cycles - floorf(cycles);
    // a phase just below 0 may round up to 1
    phase[i] = p < 1.0f ? p : 0.0f;
}
