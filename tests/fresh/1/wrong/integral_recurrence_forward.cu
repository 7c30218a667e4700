// fpcheck: exp_integrals <<<1, 1>>> out=empty:16 nmax=15
// expect: error cancellation at line 9: I_n = 1 - n I_(n-1) multiplies the rounding of I_0 by n!
// I_n = integral over (0,1) of x^n exp(x - 1).
__global__ void exp_integrals(float* out, int nmax)
{
    float v = 1.0f - expf(-1.0f);
    out[0] = v;
    for (int n = 1; n <= nmax; ++n) {
        v = 1.0f - (float)n * v;
        out[n] = v;
    }
}
