// fpcheck: advance<<<1, 32>>> x0=[1.0,0.5,-2.0] rate=[0.25,0.5,0.125] x=empty:3 clock=empty:3 t0=131072.0 dt=0.003 steps=1000 n=3
// expect: error absorbed loop steps at line 13
// why: at 131072 s floats lie 1/64 s apart and 0.003 is less than half of that: the clock stands still
// figure: computed clock[0] = 131072, MPFR 131075
// Along-track drift of satellites, stepped; the clock goes into the next pass.
__global__ void advance(const float *x0, const float *rate, float *x, float *clock, float t0, float dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float t = t0;
    for (int s = 0; s < steps; ++s)
        t += dt;
    x[i] = x0[i] + rate[i] * (t - t0);
    clock[i] = t;
}
