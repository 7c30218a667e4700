// fpcheck: fold <<<2, 32>>> day=@b_tpj_d.npy fraction=@b_tpj_f.npy phase=empty:64 epoch_day=2459000 epoch_fraction=0.5 n=64 --ref phase=@b_tpj_ref.npy --tol atol=2e-5
// expect: ok
// why: a Julian date in float would be hopeless; here the day is an integer and the fraction a float, their differences are exact, and only then is a product made
// figure: phase: largest error 5.22e-08 (4.92e-06 relative at its worst, largest |value| 0.986115), as simulated
#include <cuda_runtime.h>

__global__ void fold(const int *day, const float *fraction, float *phase, int epoch_day, float epoch_fraction, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float frequency = 0.28125f; // cycles a day, exact in binary
    int days = day[i] - epoch_day;
    // 0.28125 = 9/32: whole cycles of the days are taken out in integers
    float of_days = (float)((days * 9) & 31) * (1.0f / 32.0f);
    float cycles = of_days + frequency * (fraction[i] - epoch_fraction);
    phase[i] = cycles - floorf(cycles);
}
