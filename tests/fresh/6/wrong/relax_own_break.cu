// fpcheck: relax_own_break <<<1, 64>>> b=uniform(0,4):64 x=empty:64 tol=1e-3 max_it=40
// expect: error barrier at line 15: each thread breaks on its own residual, the others wait at the barriers of later sweeps
// Damped Jacobi relaxation of a ring of 64 nodes: (4 + shifts) x = b.
__global__ void relax_own_break(const float* b, float* x, float tol, int max_it)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = 0.0f;
    __syncthreads();
    for (int k = 0; k < max_it; ++k) {
        float next = 0.25f * (b[t] - s[(t + 63) & 63] - s[(t + 1) & 63]);
        float change = fabsf(next - s[t]);
        __syncthreads();
        s[t] = next;
        __syncthreads();
        if (change < tol) break;
    }
    __syncthreads();
    x[t] = 0.5f * (s[t] + s[(t + 1) & 63]);    // midpoints
}
