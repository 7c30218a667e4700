// fpcheck: folded_fraction<<<1, 32>>> dg=[-2.0, 5.0, -30.0, -300.0, 12.0, -250.0, 0.0, 40.0] fraction=empty:8 n=8 rt=2.479 ref=fraction=1/(1+exp(dg/2.479)) --tol rtol=1e-3,atol=1e-7
// expect: error NaN hidden by clamp at line 16
// why: exp(300 / 2.479) overflows, inf / (1 + inf) is NaN, and fmaxf(NaN, 0) = 0 reports an unfolded protein where all is folded
// figure: computed fraction[3] = 0 (NaN before the clamp), MPFR 1
#include <cuda_runtime.h>

__device__ float clamp01(float v)
{
    return fminf(fmaxf(v, 0.0f), 1.0f);
}

// Two states: K = exp(-dG / RT), and the fraction in the folded one is K / (1 + K). Energies in kJ/mol.
__device__ float two_state(float dg, float rt)
{
    float k = expf(-dg / rt);
    return clamp01(k / (1.0f + k));
}

__global__ void folded_fraction(const float *dg, float *fraction, int n, float rt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        fraction[i] = two_state(dg[i], rt);
}
