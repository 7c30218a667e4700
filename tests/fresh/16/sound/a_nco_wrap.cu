// fpcheck: mixer <<<2, 32>>> freq=[-0.125, 0.0625] i_out=empty:64 q_out=empty:64 count=32
// expect: ok
// why: the frequency goes through a signed integer, whose cast to unsigned wraps as the phase is meant to; the product overflows on purpose
// figure: computed i_out[1] = 0.707106769, MPFR 0.707106781187; relative error 1.7e-08
// Numerically controlled oscillator with a 32-bit phase accumulator.
__global__ void mixer(const float *freq, float *i_out, float *q_out, int count)
{
    unsigned step = (unsigned)(int)(freq[blockIdx.x] * 4294967296.0f);
    int k = threadIdx.x;
    if (k < count) {
        unsigned phase = step * (unsigned)k;
        float turns = (float)(phase >> 8) * (1.0f / 16777216.0f);
        float s, c;
        sincospif(2.0f * turns, &s, &c);
        i_out[blockIdx.x * count + k] = c;
        q_out[blockIdx.x * count + k] = s;
    }
}
