// fpcheck: decayed_energy <<<1, 32>>> rate=[0.5,2.0,8.0] energy=empty:3 absolute=empty:3 start=65536.0 dt=0.002 steps=150 n=3
// expect: ok
// why: the time of day is large and the step small, but elapsed time is the step number times dt, and only the report adds the start, in double
// figure: computed 0.278444856, MPFR 0.278444791: relative error 2.4e-07 against 2e-5 (150 steps)
__device__ inline float elapsed(int step, float dt)
{
    return (float)step * dt;
}

// Energy that a damped oscillator gives off until the end, and when the day's clock says so.
__global__ void decayed_energy(const float *rate, float *energy, double *absolute, double start, float dt, int steps,
                               int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float r = rate[i];
    float sum = 0.0f;
    for (int k = 1; k <= steps; k++)
        sum += expf(-r * elapsed(k, dt)) * dt;
    energy[i] = sum;
    absolute[i] = start + (double)steps * (double)dt;
}
