// fpcheck: baroclinic_force <<<1, 32>>> t=[10.0,10.0001,10.00021,10.00028,10.0004,10.00047] s=const(35):6 force=empty:5 dx=1000.0 dz=10.0 n=6
// expect: error cancellation at line 18
// why: two densities near 1027 are rounded to 1.2e-4 before they are subtracted; the difference is 1.5e-5
// figure: computed -0.0, MPFR 1.4347598290373776e-09
// Horizontal pressure gradient of a linear equation of state, one layer.
__device__ float density(float t, float s)
{
    return 1027.0f - 0.15f * (t - 10.0f) + 0.78f * (s - 35.0f);
}

__global__ void baroclinic_force(const float *t, const float *s, float *force, float dx, float dz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1)
        return;
    float left = density(t[i], s[i]);
    float right = density(t[i + 1], s[i + 1]);
    float drho = right - left;
    force[i] = -9.81f * dz * drho / (1027.0f * dx);
}
