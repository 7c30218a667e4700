// fpcheck: calibrate_frame <<<2, 64>>> counts=@b_fits_counts.npy flat=@b_fits_flat.npy frame=empty:128 n=128 --ref frame=@b_fits_ref.npy --tol rtol=0,atol=1
// expect: error conversion at line 13
// why: FITS keeps unsigned 16 bit counts as signed ones with BZERO = 32768; the calibrated count is converted to short without taking BZERO off, so that bright pixels wrap (a stock FITS report: "negative pixels in saturated stars")
// figure: frame[0] computed -8489, MPFR 24279
#include <cuda_runtime.h>

__global__ void calibrate_frame(const unsigned short *counts, const float *flat, short *frame, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float raw = counts[i] / flat[i];
    float stored = rintf(fminf(raw, 65535.0f));
    frame[i] = (short)(int)stored;
}
