// fpcheck: comet_radius <<<1, 32>>> a=[1.5e11,1.5e11,2e11,1e11] e=[0.999999,0.9999995,0.999999,0.5] E=[1e-3,5e-4,2e-3,1.0] r=empty:4 n=4
// expect: error cancellation at line 12
// why: 1 - e cos E beside the perihelion of a nearly parabolic orbit: cos E keeps 8 of its 24 bits below one
// figure: computed r[0] = 223517.344, MPFR 226991.758
// Heliocentric distance from the eccentric anomaly: r = a (1 - e cos E).
__global__ void comet_radius(const float *a, const float *e, const float *E, float *r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = cosf(E[i]);
    r[i] = a[i] * (1.0f - e[i] * c);
}
