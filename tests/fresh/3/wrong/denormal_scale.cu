// fpcheck: emission <<<1, 32>>> nu=uniform(1,4):32 out=empty:32 h0=6.62607015e-34 n=32 ref=nu*nu*nu*2.1 --tol rtol=0.0001
// expect: error underflow at line 8: h * h is 4.4e-67 before it is divided by a square of 1e-34, so everything after it is 0/0 or 0
// Emission in natural units from SI constants: (h^2 / h0^2) nu^3 * 2.1.
__global__ void emission(const float* nu, float* out, float h0, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float h = h0 * nu[i];
    float h2 = h * h * nu[i];
    out[i] = 2.1f * h2 / (h0 * h0);
}
