// fpcheck: ephemeris <<<1, 32>>> epoch=[200000.0,262144.0,400000.0,131072.0] x=empty:4 y=empty:4 rate=0.001 dt=0.01 steps=2000 n=4
// expect: ok
// why: a float angle of hundreds of radians at a large time would be poor; whole and part of the time are kept apart in double, and the angle is reduced before it is cut to float
// figure: computed x[0] = 0.50455499, MPFR 0.50455502; error 2.6e-08, some 1e-7 allowed
__device__ float reduced_turns(double t, double rate)
{
    double turns = t * rate * 0.15915494309189535;
    return (float)(turns - rint(turns));
}

__global__ void ephemeris(const float *epoch, float *x, float *y, double rate, double dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    double t = (double)epoch[i] + (double)steps * dt;
    float f = reduced_turns(t, rate);
    float s, c;
    sincospif(2.0f * f, &s, &c);
    x[i] = c;
    y[i] = s;
}
