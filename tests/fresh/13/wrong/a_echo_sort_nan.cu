// fpcheck: sort_echoes<<<1, 32>>> power=[144,66,48,197,36,0.5,129,158,128,174,11,0.75,115,88,78,75,9,23,109,96,0.25,49,170,52,30,38,80,40,179,163,161,85] sorted=empty:32 noise=1.0
// expect: error NaN in a sorting network at line 9
// why: powers below the noise give log10 of a negative number; a comparison with NaN is false on both sides of a comparator, and what comes out is not sorted
// figure: computed sorted[3] = 15.4406815, MPFR 14.6239805 with the NaN put last
// Echo powers of one beam in decibels over the noise, sorted by a warp for an ordered-statistic detector.
__global__ void sort_echoes(const float *power, float *sorted, float noise)
{
    int lane = threadIdx.x;
    float v = 10.0f * log10f(power[lane] - noise);
    for (int k = 2; k <= 32; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            float o = __shfl_xor_sync(0xffffffffu, v, j);
            bool keep_less = ((lane & k) == 0) == ((lane & j) == 0);
            if (keep_less ? o < v : o > v)
                v = o;
        }
    sorted[lane] = v;
}
