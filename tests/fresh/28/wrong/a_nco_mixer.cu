// fpcheck: mix <<<4, 32>>> freq=[0.125,0.03125,-0.125,-0.046875] out=empty:4x32 samples=32 --ref out=@a_nco_mixer_want.npy --tol rtol=1e-5,atol=1e-5
// expect: error float to unsigned out of range at line 8
// why: the phase step of a negative frequency is a negative float, which the conversion to unsigned makes 0: the oscillator stands still
// figure: out[2][1] computed 0, MPFR -0.707106781
// Numerically controlled oscillator: frequency in cycles per sample, phase in 32 bits that wrap.
__device__ unsigned phase_step(float cycles_per_sample)
{
    return (unsigned)(cycles_per_sample * 4294967296.0f);
}

__device__ float wave(unsigned phase)
{
    // 2^31 is pi
    return sinpif((float)(int)phase * 4.656612873077393e-10f);
}

__global__ void mix(const float *freq, float *out, int samples)
{
    int channel = blockIdx.x;
    unsigned step = phase_step(freq[channel]);
    for (int t = threadIdx.x; t < samples; t += blockDim.x) {
        unsigned phase = step * (unsigned)t;
        out[channel * samples + t] = wave(phase);
    }
}
