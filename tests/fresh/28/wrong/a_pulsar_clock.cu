// fpcheck: residual <<<1, 32>>> period=[0.75,1.5,2.25,5.0] phase=empty:4 n=4 t0=20000000.0 dt=0.5 steps=400
// expect: error absorbed step at line 18
// why: half a second is less than half an ulp of 2e7 seconds: the clock stands while the loop counts, and every phase is that of the start
// figure: phase[0] computed 0.125, MPFR 266.791667
// Pulse phase after an observation: the arrival clock is advanced in the loop that would fold samples.
__device__ float fraction(float v)
{
    return v - floorf(v);
}

__global__ void residual(const float *period, float *phase, int n, float t0, float dt, int steps)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float t = t0;
    for (int s = 0; s < steps; s++)
        t += dt;
    float elapsed = t - t0;
    phase[i] = fraction(elapsed / period[i] + 0.125f) + floorf(elapsed / period[i]);
}
