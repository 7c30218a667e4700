// fpcheck: occupancy <<<1, 32>>> energy=[-3.5, -2.25, -0.05, 0.0, 0.02, 0.4, 1.1, 3.0] f=empty:8 mu=0.0 kT=0.02585 n=8
// expect: error nan at line 12
// why: exp(-x) overflows for deep states, inf / inf is NaN, and fmaxf turns the NaN into an empty state where it is full
// figure: computed f[0] = 0 (inf/inf = NaN, then fmaxf), MPFR 1
// Fermi-Dirac occupation numbers of single particle levels (eV).
__global__ void occupancy(const float *energy, float *f, float mu, float kT, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = (energy[i] - mu) / kT;
        float boltzmann = expf(-x);
        float p = boltzmann / (1.0f + boltzmann);
        f[i] = fminf(fmaxf(p, 0.0f), 1.0f);
    }
}
