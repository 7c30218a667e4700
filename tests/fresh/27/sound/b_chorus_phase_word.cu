// fpcheck: chorus_lfo <<<1, 32>>> delay=empty:4x64 start=16777216 n=64 voices=4 depth=100.0
// expect: ok
// why: the phase is a 32-bit word that wraps by itself; its signed value times 2^-31 is exact enough for sinpif
// figure: delay[0][32] = 300 exactly; elsewhere an ulp of 2e-5
// Modulated delay of a chorus in samples: a sine of 2^-7 cycles a sample for each voice, a quarter cycle apart.
__global__ void chorus_lfo(float *delay, int start, int n, int voices, float depth)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= voices)
        return;
    const unsigned step = 33554432u; // 2^-7 of 2^32
    unsigned phase = (unsigned)start * step + (unsigned)v * 1073741824u;
    for (int i = 0; i < n; i++) {
        float turn = (float)(int)phase * 4.656612873077393e-10f; // 2^-31: half turns
        delay[v * n + i] = depth * (2.0f + sinpif(turn));
        phase += step;
    }
}
