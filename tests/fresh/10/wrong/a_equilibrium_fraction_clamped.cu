// fpcheck: bound_fraction <<<1, 32>>> dg=[-95.0,-3.0,2.0,-120.0,0.5,-30.0] ligand=[0.4,0.4,1.5,0.25,0.5,2.0] sites=[2.5,2.5,1.75,2.0,1.0,4.0] fraction=empty:6 n=6
// expect: error overflow at line 16
// why: exp(95) is infinite in float, inf / inf is NaN, and fminf(NaN, 1) reports full occupation
// figure: fraction[0]: computed 1 (inf / inf, NaN, fminf), MPFR 0.16
// Occupied fraction of a binding equilibrium from the free energy in units of RT, limited to 0..1.
__device__ float clamp01(float x)
{
    return fmaxf(fminf(x, 1.0f), 0.0f);
}

__global__ void bound_fraction(const float *dg, const float *ligand, const float *sites, float *fraction, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float k = expf(-dg[i]);
    float bound = k * ligand[i];
    float total = 1.0f + k * sites[i];
    fraction[i] = clamp01(bound / total);
}
