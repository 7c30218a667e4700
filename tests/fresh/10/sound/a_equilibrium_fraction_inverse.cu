// fpcheck: bound_fraction <<<1, 32>>> dg=[-95.0,-3.0,2.0,-120.0,0.5,-30.0] ligand=[0.4,0.4,1.5,0.25,0.5,2.0] sites=[2.5,2.5,1.75,2.0,1.0,4.0] fraction=empty:6 n=6
// expect: ok
// why: the dissociation constant underflows harmlessly beside sites[i], where an association constant would overflow
// figure: fraction[0]: computed 0.16, MPFR 0.16 (largest relative error 7.2e-08)
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
    float dissociation = expf(dg[i]);
    fraction[i] = clamp01(ligand[i] / (dissociation + sites[i]));
}
