// fpcheck: exp_integrals <<<1, 1>>> out=empty:16 nmax=15
// expect: ok
// I_n = integral over (0,1) of x^n exp(x - 1), by the stable direction: I_(n-1) = (1 - I_n) / n from far above.
__global__ void exp_integrals(float* out, int nmax)
{
    float v = 0.0f;
    for (int n = 40; n > 0; --n) {
        v = (1.0f - v) / (float)n;         // I_(n-1)
        if (n - 1 <= nmax) out[n - 1] = v;
    }
}
