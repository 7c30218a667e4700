// fpcheck: goertzel <<<1, 32>>> ramp=arange:512 power=empty:8 n=512 want=[0.140662659,0.14077575,0.140964613,0.141229821,0.14157218,0.141992737,0.142492786,0.143073878] ref=power=want --tol rtol=1e-2,atol=1e-2
// expect: error cancellation at line 19
// why: for bins near 0 the coefficient is almost 2: the state grows to thousands and s1^2 + s2^2 - c s1 s2 cancels to a few units
// figure: computed power[0] 0.16193 (with fma, 0.16083 without), MPFR 0.1406627
// Power of the lowest bins of a signal by Goertzel's recurrence, one thread a bin. The signal is a sawtooth of period 7.
__global__ void goertzel(const float *ramp, float *power, int n)
{
    int bin = threadIdx.x + 1;
    if (bin > 8)
        return;
    float c = 2.0f * cospif(2.0f * (float)bin / (float)n);
    float s1 = 0.0f, s2 = 0.0f;
    for (int i = 0; i < n; i++) {
        float x = 0.125f * (float)((int)ramp[i] % 7);
        float s0 = x + c * s1 - s2;
        s2 = s1;
        s1 = s0;
    }
    power[bin - 1] = s1 * s1 + s2 * s2 - c * s1 * s2;
}
