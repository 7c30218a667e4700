// fpcheck: pair_energy <<<1, 32>>> x=[0.0,1.1,2.3,0.4] y=[0.0,0.2,1.9,1.2] z=[0.0,0.1,0.3,2.1] energy=empty:4 n=4 cap=50.0
// expect: error NaN hidden by fminf at line 20
// why: the pair (i, i) has r^2 = 0: inf - inf is NaN, NaN * 0 stays NaN in the sum, and the cap with fminf turns it into 50
// figure: computed energy[0] = 50 (the cap), MPFR -0.51192
// Lennard-Jones energy of each particle; the excluded pairs are multiplied by zero, as branches are slow.
__global__ void pair_energy(const float *x, const float *y, const float *z, float *energy, int n, float cap)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float e = 0.0f;
    for (int j = 0; j < n; j++) {
        float dx = x[i] - x[j];
        float dy = y[i] - y[j];
        float dz = z[i] - z[j];
        float r2 = dx * dx + dy * dy + dz * dz;
        float rinv2 = 1.0f / r2;
        float rinv6 = rinv2 * rinv2 * rinv2;
        float mask = i == j ? 0.0f : 1.0f;
        e += mask * (4.0f * rinv6 * rinv6 - 4.0f * rinv6);
    }
    energy[i] = fminf(0.5f * e, cap);
}
