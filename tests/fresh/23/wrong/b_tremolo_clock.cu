// fpcheck: tremolo<<<1, 32>>> x=const(1):32x256 y=empty:32x256 start=2048
// expect: error absorbed steps at line 16
// why: 1/48000 is added to a float clock that shows 2048 seconds: less than half an ulp, the oscillator stands still
// figure: computed y[240] = 0.75, MPFR 1.000000
// One thread a channel; a tremolo of 50 Hz.
constexpr int FRAME = 256;

__global__ void tremolo(const float *x, float *y, float start)
{
    int channel = threadIdx.x;
    float clock = start;
    for (int k = 0; k < FRAME; k++) {
        float phase = 50.0f * clock;
        phase -= floorf(phase);
        y[channel * FRAME + k] = x[channel * FRAME + k] * (0.75f + 0.25f * sinpif(2.0f * phase));
        clock += 1.0f / 48000.0f;
    }
}
