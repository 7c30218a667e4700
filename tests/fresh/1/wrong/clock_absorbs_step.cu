// fpcheck: sample_wave <<<1, 32>>> phase=uniform(0,6.28):32 y=empty:32 t0=8192 dt=0.0003 steps=4000 n=32
// expect: error absorbed at line 10: ulp(8192) is 9.8e-4, so t + 3e-4 is t: the clock never moves
// Drive signal at the end of a run that is continued from t0.
__global__ void sample_wave(const float* phase, float* y, float t0, float dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float t = t0;
    for (int k = 0; k < steps; ++k)
        t += dt;
    // one turn a second
    y[i] = sinf(6.2831853f * (t - t0) + phase[i]);
}
