// fpcheck: spherical_bessel <<<1, 32>>> x=[0.3,0.5,0.8,1.2,2.0,3.0] j=empty:6x9 n=6 lmax=9 --ref j=@a_spherical_bessel_up_want.npy --tol rtol=1e-3,atol=0
// expect: error cancellation at line 19
// why: upward recurrence of spherical Bessel functions for l > x amplifies rounding errors without bound; it is only stable downwards there
// figure: computed j[0][8]=-384.57, MPFR 1.8995e-12
// Spherical Bessel functions j_0 .. j_{lmax-1} of scattering arguments, by the three-term recurrence. One thread an argument.
__global__ void spherical_bessel(const float *x, float *j, int n, int lmax)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float z = x[i];
    float s, c;
    sincosf(z, &s, &c);
    float before = s / z;
    float now = (s / z - c) / z;
    j[i * lmax] = before;
    j[i * lmax + 1] = now;
    for (int l = 1; l < lmax - 1; l++) {
        const float next = (2 * l + 1) / z * now - before;
        before = now;
        now = next;
        j[i * lmax + l + 1] = now;
    }
}
