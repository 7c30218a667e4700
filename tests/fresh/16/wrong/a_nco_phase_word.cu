// fpcheck: mixer <<<2, 32>>> freq=[-0.125, 0.0625] i_out=empty:64 q_out=empty:64 count=32
// expect: error conversion at line 8
// why: the conversion of a negative frequency to unsigned saturates at 0 instead of wrapping as the phase does, so that the oscillator stands still
// figure: computed i_out[1] = 1 (step 0), MPFR 0.707106781
// Numerically controlled oscillator: 32-bit phase accumulator, one channel a block; freq in cycles a sample, -0.5 to 0.5.
__global__ void mixer(const float *freq, float *i_out, float *q_out, int count)
{
    unsigned step = (unsigned)(freq[blockIdx.x] * 4294967296.0f);
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
