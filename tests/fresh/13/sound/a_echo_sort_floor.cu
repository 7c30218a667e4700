// fpcheck: sort_echoes<<<1, 32>>> power=[144,66,48,197,36,0.5,129,158,128,174,11,0.75,115,88,78,75,9,23,109,96,0.25,49,170,52,30,38,80,40,179,163,161,85] sorted=empty:32 noise=1.0
// expect: ok
// why: powers below the noise are there, but they take a floor of -30 dB before the logarithm, so the network never sees a NaN
// figure: computed sorted[3] = 9.0309, MPFR 9.0309 (an ulp of log10f)
// Echo powers of one beam in decibels over the noise, sorted by a warp for an ordered-statistic detector.
__global__ void sort_echoes(const float *power, float *sorted, float noise)
{
    int lane = threadIdx.x;
    float over = power[lane] - noise;
    float v = over > 0.001f ? 10.0f * log10f(over) : -30.0f;
    for (int k = 2; k <= 32; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            float o = __shfl_xor_sync(0xffffffffu, v, j);
            bool keep_less = ((lane & k) == 0) == ((lane & j) == 0);
            if (keep_less ? o < v : o > v)
                v = o;
        }
    sorted[lane] = v;
}
