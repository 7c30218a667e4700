// fpcheck: kinetic <<<1, 64>>> beta=uniform(0.0003,0.9):64 energy=empty:64 n=64 ref=510998.95*beta*beta/(sqrt(1-beta*beta)*(1+sqrt(1-beta*beta))) --tol rtol=0.00001
// expect: ok
// Kinetic energy (eV) of electrons: gamma - 1 = b^2 / (s (1 + s)), s = sqrt(1 - b^2).
__global__ void kinetic(const float* beta, float* energy, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float b = beta[i];
    float s = sqrtf((1.0f - b) * (1.0f + b));
    energy[i] = 510998.95f * (b * b) / (s * (1.0f + s));
}
