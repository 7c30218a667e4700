// fpcheck: occupancy <<<1, 32>>> energy=[-3.5, -2.25, -0.0625, 0.0, 0.015625, 0.5, 1.125, 2.0] f=empty:8 mu=0.0 kT=0.03125 n=8
// expect: ok
// why: exp of the negative magnitude only, so that nothing overflows; both branches are the same function
// figure: computed f[4] = 0.377540678, MPFR 0.377540668798; relative error 2.4e-08
// Fermi-Dirac occupation numbers.
__global__ void occupancy(const float *energy, float *f, float mu, float kT, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        float x = (energy[i] - mu) / kT;
        float e = expf(-fabsf(x));
        float p = 1.0f / (1.0f + e);
        f[i] = x > 0.0f ? e * p : p;
    }
}
