// fpcheck: spectral_peak <<<1, 32>>> power=[1000.03,999.2,1000.06,1000.19,998.7,1000.02,1000.1,997,1000.04,1000.11,1000.17,1000.01] peak=empty:1 n=12 want=[3] ref=peak=want --tol rtol=0,atol=0.25
// expect: error key at line 11
// why: value and index share 32 bits: 12 bits of the mantissa go, so that powers within a quarter of each other are equal and the largest index wins
// figure: computed peak = 11 (power 1000.01), right 3 (power 1000.19)

// Index of the strongest line of a spectrum of at most 4096 channels; powers are positive.
__global__ void spectral_peak(const float *power, int *peak, int n)
{
    unsigned key = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        unsigned k = (__float_as_uint(power[i]) & 0xfffff000u) | (unsigned)i;
        key = max(key, k);
    }
    key = __reduce_max_sync(0xffffffffu, key);
    if (threadIdx.x == 0)
        *peak = (int)(key & 0xfffu);
}
