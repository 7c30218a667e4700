// fpcheck: advance<<<1, 32>>> x0=[1.0,0.5,-2.0] rate=[0.25,0.5,0.125] x=empty:3 clock=empty:3 t0=131072.0 dt=0.003 steps=1000 n=3
// expect: ok
// why: steps of 0.003 s beside 131072 s, but they are counted as an integer and multiplied once
// figure: computed x[0] = 1.75 clock[0] = 131075, MPFR 1.75000001 and 131075 (half an ulp)
// Along-track drift of satellites; the time since t0 is steps * dt, rounded once.
__global__ void advance(const float *x0, const float *rate, float *x, float *clock, float t0, float dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int done = 0;
    for (int s = 0; s < steps; ++s)
        ++done;
    float since = (float)done * dt;
    x[i] = fmaf(rate[i], since, x0[i]);
    clock[i] = t0 + since;
}
