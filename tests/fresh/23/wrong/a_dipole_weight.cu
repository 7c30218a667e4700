// fpcheck: dipole_weight <<<1, 32>>> p=[3.3e-30,6.2e-30,1.3e-29,5e-30] q=[3.3e-30,6.2e-30,6.2e-30,4e-30] r=[3e-10,4e-10,5e-10,3.5e-10] w=empty:4 n=4 kt=4.11e-21
// expect: error underflow at line 10
// why: the product of two dipole moments (1e-59) underflows to zero, and exp(-0/kT) is a harmless looking one
// figure: computed w[0] = 1, MPFR 0.41395835
#define COULOMB 8.98755e9f

// Energy of two parallel dipoles side by side, in joules.
__device__ float dipole_energy(float p, float q, float r)
{
    float moments = p * q;
    return COULOMB * moments / (r * r * r);
}

__global__ void dipole_weight(const float *p, const float *q, const float *r, float *w, float kt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] = expf(-dipole_energy(p[i], q[i], r[i]) / kt);
}
