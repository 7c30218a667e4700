// fpcheck: kinetic <<<1, 64>>> beta=uniform(0.0003,0.0009):64 joule=empty:64 n=64 ref=510998.95*beta*beta/(sqrt(1-beta*beta)*(1+sqrt(1-beta*beta))) --tol rtol=0.0001
// expect: error cancellation at line 8: gamma - 1 is 5e-8 to 4e-7 for slow electrons, of which 1 - beta^2 in binary32 keeps one bit or none
// Kinetic energy (eV) of electrons from v/c.
__global__ void kinetic(const float* beta, float* joule, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float b = beta[i];
    float gamma = 1.0f / sqrtf(1.0f - b * b);
    joule[i] = 510998.95f * (gamma - 1.0f);
}
