// fpcheck: band_share <<<1, 32>>> band=[1.1e38,3e37,2e36,8e37] rest=[4e37,9e37,3e36,2e37] share=empty:4 n=4
// expect: error overflow at line 13
// why: __fdividef gives 0 for divisors between 2^126 and 2^128, and the photon counts per second of a star are there
// figure: computed share[0] = 0, MPFR 0.73333333

// Part of the photons of a star that fall into a band: counts per second, all below FLT_MAX.
__global__ void band_share(const float *band, const float *rest, float *share, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float total = band[i] + rest[i];
    float s = __fdividef(band[i], total);
    share[i] = fminf(s, 1.0f);
}
