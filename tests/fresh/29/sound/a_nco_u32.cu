// fpcheck: oscillate <<<2, 64>>> tuning=[52828098,987654321] start=[4294967295,123456789] wave=empty:2x64 first_sample=40000000 samples=64 --ref wave=@a_nco_want.npy --tol rtol=1e-5,atol=2e-6
// expect: ok
// why: the phase accumulator overflows all the time, which is its reduction modulo one turn; only its top 24 bits become a float
// figure: computed wave[0][1] = 0.092318788, MPFR 0.092319071: error at most 3.7e-07 of 2e-6
// Numerically controlled oscillators, one a block; phases are fractions of a turn in 32 bits.
__device__ float sample_of(unsigned phase)
{
    int turn = (int)phase >> 8;
    return sinpif((float)turn * 1.1920928955078125e-7f);
}

__global__ void oscillate(const unsigned *tuning, const unsigned *start, float *wave, unsigned first_sample, int samples)
{
    int k = threadIdx.x;
    if (k >= samples)
        return;
    int o = blockIdx.x;
    unsigned phase = start[o] + tuning[o] * (first_sample + (unsigned)k);
    wave[o * samples + k] = sample_of(phase);
}
