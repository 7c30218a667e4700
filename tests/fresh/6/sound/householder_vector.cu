// fpcheck: householder_vector <<<1, 32>>> n=32 x=uniform(0.5,2):32 v=empty:32 beta=empty:1 alpha=empty:1
// expect: ok
// Householder reflector of a vector, with the sign that adds instead of cancelling; one lane a component.
__global__ void householder_vector(const float* x, float* v, float* beta, float* alpha, int n)
{
    int t = threadIdx.x;
    float xi = t < n ? x[t] : 0.0f;
    float ss = xi * xi;
    for (int d = 16; d > 0; d >>= 1) ss += __shfl_xor_sync(0xffffffffu, ss, d);
    float norm = sqrtf(ss);
    float x0 = __shfl_sync(0xffffffffu, xi, 0);
    float a = -copysignf(norm, x0);
    float v0 = x0 - a;
    float vi = t == 0 ? 1.0f : xi / v0;
    if (t < n) v[t] = vi;
    if (t == 0) {
        alpha[0] = a;
        beta[0] = -v0 / a;
    }
}
