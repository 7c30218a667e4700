// fpcheck: carrier <<<1, 32>>> wave=empty:32x50 t0=345600.0 dt=0.01 frequency=1.25 samples=50
// expect: error absorption at line 27
// why: at 345600 s of the GPS week a float's spacing is 0.03125 s, so a step of 0.01 s is lost every time and the carrier stands still.
// figure: computed 1.0, MPFR 0.707106794 (wave[0][10])
#define TWO_PI 6.283185307f

struct Oscillator {
    float start, frequency;
};

__device__ float sample(const Oscillator &o, float t)
{
    float cycles = o.frequency * (t - o.start);
    cycles -= floorf(cycles);
    return cosf(TWO_PI * cycles);
}

// One channel a thread; every channel has its own amplitude.
__global__ void carrier(float *wave, float t0, float dt, float frequency, int samples)
{
    int channel = blockIdx.x * blockDim.x + threadIdx.x;
    Oscillator o = {t0, frequency};
    float amplitude = 1.0f / (1.0f + channel);
    float t = t0;
    for (int k = 0; k < samples; k++) {
        wave[channel * samples + k] = amplitude * sample(o, t);
        t += dt;
    }
}
