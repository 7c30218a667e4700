// fpcheck: sweep_tone <<<1, 32>>> out=empty:32x64 start=4096 rate=48000 pitch=440 per=64
// expect: error absorbed at line 19
// why: t += 1/48000 at t = 4096 s is a twentieth of an ulp (4.9e-4): time stands still and the tone is a constant
// figure: computed out[0][10] = 0 (t stays 4096), MPFR 0.544639035
__device__ float tone(float t, float pitch)
{
    float turns = t * pitch;
    turns -= floorf(turns);
    return sinpif(2.0f * turns);
}

__global__ void sweep_tone(float *out, float start, float rate, float pitch, int per)
{
    int track = threadIdx.x;
    float dt = 1.0f / rate;
    float t = start + (float)(track * 4);
    for (int i = 0; i < per; i++) {
        out[track * per + i] = tone(t, pitch);
        t += dt;
    }
}
