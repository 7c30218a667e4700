// fpcheck: nco_phase_word <<<1, 32>>> n=8 turns=[0.125, -0.125, 0.25, -0.25, 0.375, -0.375, 0.0625, -0.0625] out=empty:8 ref=out=sin(6.283185307179586*turns) --tol rtol=0,atol=1e-5
// expect: error conversion at line 8: a negative float saturates to 0 in the conversion to unsigned, it does not wrap
// Numerically controlled oscillator: phase in turns to a 32-bit word, mixer phase added, then back.
__global__ void nco_phase_word(const float* turns, float* out, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned word = (unsigned)(turns[i] * 4294967296.0f);
    float frac = (float)(word >> 8) * (1.0f / 16777216.0f);
    out[i] = sinpif(2.0f * frac);
}
