// fpcheck: kinetic <<<2, 32>>> beta=@a_gamma_ke_beta.npy energy=empty:64 n=64
// expect: error accuracy at line 15
// why: (gamma - 1) m c^2 of slow electrons: gamma is 1 + beta^2/2, of which float keeps nothing below beta = 3e-4; known from particle codes that report zero temperature for cold plasmas
// figure: energy[15] computed 0.0609158203, exact 0.00995554097
__device__ float lorentz(float b)
{
    return 1.0f / sqrtf(1.0f - b * b);
}

__global__ void kinetic(const float* beta, float* energy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float mc2 = 510998.95f;            // eV
    if (i < n)
        energy[i] = mc2 * (lorentz(beta[i]) - 1.0f);
}
