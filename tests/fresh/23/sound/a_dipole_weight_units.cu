// fpcheck: dipole_weight <<<1, 32>>> p=[3.3e-30,6.2e-30,1.3e-29,5e-30] q=[3.3e-30,6.2e-30,6.2e-30,4e-30] r=[3e-10,4e-10,5e-10,3.5e-10] w=empty:4 n=4 kt=4.11e-21
// expect: ok
// why: SI numbers of 1e-30 multiplied with each other: each is divided by the volume or kT before, so that nothing leaves the range
// figure: computed w[0] = 0.4139583, MPFR 0.413958355, error a few 1e-8
#define COULOMB 8.98755e9f

__global__ void dipole_weight(const float *p, const float *q, const float *r, float *w, float kt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float field = COULOMB * (p[i] / r[i]) / r[i] / r[i]; // about 1e9 V/m
    float other = q[i] / kt;                             // about 1e-9 m/V
    w[i] = expf(-field * other);
}
