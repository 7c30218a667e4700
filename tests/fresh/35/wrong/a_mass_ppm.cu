// fpcheck: ppm_error <<<1, 32>>> observed=@a_mass_ppm_observed.npy theory=@a_mass_ppm_theory.npy ppm=empty:8 n=8 --ref 'ppm=@a_mass_ppm_ppm_ref.npy' --tol rtol=1e-3,atol=1e-3
// expect: error cancellation at line 10
// why: masses arrive as double but both are cast to float before the difference: of a ppm of 2465.1983 a float keeps a step of 0.1 ppm and the difference is 0.1 ppm noise or 0; the cast belongs after the subtraction
// figure: ppm[4] computed 0, MPFR -0.05000000001 (off by 48 of the tolerance)
#include <cuda_runtime.h>
__global__ void ppm_error(const double* observed, const double* theory, float* ppm, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float o = (float)observed[i];
    float t = (float)theory[i];
    ppm[i] = (o - t) / t * 1e6f;
}
