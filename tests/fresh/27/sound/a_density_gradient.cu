// fpcheck: density_gradient <<<1, 32>>> t=[10.0,10.0001,10.00021,10.00028,10.0004,10.00047] s=const(35):6 force=empty:5 dx=1000.0 dz=10.0 n=6
// expect: ok
// why: the differences look like cancellation, but temperatures and salinities are inputs: they are subtracted before anything rounds them
// figure: density difference computed -1.502037139289314e-05, MPFR -1.5020371080254336e-05: relative error 2.1e-08 of 2e-6 allowed
// Horizontal pressure gradient of a linear equation of state: differences of the tracers first.
__device__ float density_step(float dt, float ds)
{
    return -0.15f * dt + 0.78f * ds;
}

__global__ void density_gradient(const float *t, const float *s, float *force, float dx, float dz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1)
        return;
    float drho = density_step(t[i + 1] - t[i], s[i + 1] - s[i]);
    force[i] = -9.81f * dz * drho / (1027.0f * dx);
}
