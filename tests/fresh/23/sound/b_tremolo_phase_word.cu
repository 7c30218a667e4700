// fpcheck: tremolo<<<1, 32>>> x=const(1):4x256 y=empty:4x256 start=98304000 n=4
// expect: ok
// why: the phase is an integer of 32 bits that wraps on purpose; its multiplication by the sample number overflows, which is what a phase does
// figure: computed y[k] within 1e-7 of 0.75 + 0.25 sin of the phase word (exact integer); tolerance 1e-6
constexpr int FRAME = 256;
constexpr unsigned STEP = 4473924u; // 50 / 48000 of 2^32

__global__ void tremolo(const float *x, float *y, unsigned start, int n)
{
    int channel = threadIdx.x;
    if (channel >= n)
        return;
    unsigned phase = start * STEP;
    for (int k = 0; k < FRAME; k++) {
        float turns = (float)(int)phase * 2.3283064365386963e-10f; // -0.5 .. 0.5
        y[channel * FRAME + k] = x[channel * FRAME + k] * (0.75f + 0.25f * sinpif(2.0f * turns));
        phase += STEP;
    }
}
