// fpcheck: chorus_lfo <<<1, 32>>> delay=empty:4x64 start=16777216 n=64 voices=4 depth=100.0
// expect: error absorbed loop steps at line 17
// why: the sample clock is a float at 2^24, where adding 1 does nothing: the oscillator stands still
// figure: computed delay[0][32] = 200, MPFR 300
// Modulated delay of a chorus in samples: a sine of 2^-7 cycles a sample for each voice, a quarter cycle apart.
__global__ void chorus_lfo(float *delay, int start, int n, int voices, float depth)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= voices)
        return;
    float t = (float)start;
    const float rate = 0.0078125f;
    for (int i = 0; i < n; i++) {
        float cycles = t * rate + 0.25f * (float)v;
        cycles -= floorf(cycles);
        delay[v * n + i] = depth * (2.0f + sinpif(2.0f * cycles));
        t += 1.0f;
    }
}
