// fpcheck: kinetic <<<2, 32>>> u=@a_kinetic_stable_u.npy ke=empty:64 n=64
// expect: ok
// why: gamma - 1 = u^2 / (gamma + 1) of the momentum u = gamma beta: no cancellation for slow particles; u of 1e-6 makes gamma exactly 1, as it should
// figure: largest relative error at ke[48]: computed 122972.875, exact 122972.891, off by 0.016, within rounding
__global__ void kinetic(const float* u, float* ke, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u2 = u[i] * u[i];
    float gamma = sqrtf(1.0f + u2);
    ke[i] = 510998.95f * (u2 / (gamma + 1.0f));
}
