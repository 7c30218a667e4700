// fpcheck: band_energy <<<1, 64>>> spectrum=@a_spectrum.npy energy=empty:4 tilt=empty:2 want=[47.80468881697515,50.60901132114771,58.11448855484491,42.13134194001035] ref=energy=want --tol rtol=1e-5,atol=0
// expect: ok
// why: a shuffle width of 16 in a warp of 32 is meant here: a band is half a warp, and lanes 0 and 16 hold the two sums
// figure: computed energy[0] = 47.804688, MPFR 47.80468882: 16 positive terms, about 1e-7 of 1e-5
// Energy of 16-bin bands of a spectrum, two bands a warp, and the ratio of each two in dB.
template <int WIDTH>
__device__ float segment_sum(float e)
{
    for (int d = WIDTH / 2; d > 0; d >>= 1)
        e += __shfl_down_sync(0xffffffffu, e, d, WIDTH);
    return e;
}

__global__ void band_energy(const float *spectrum, float *energy, float *tilt)
{
    int t = threadIdx.x;
    float e = segment_sum<16>(spectrum[t] * spectrum[t]);
    float upper = __shfl_sync(0xffffffffu, e, 16);
    if ((t & 15) == 0)
        energy[t >> 4] = e;
    if ((t & 31) == 0)
        tilt[t >> 5] = 10.0f * log10f(upper / e);
}
