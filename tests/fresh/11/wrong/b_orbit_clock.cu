// fpcheck: ephemeris <<<1, 32>>> epoch=[200000.0,262144.0,400000.0,131072.0] angle=empty:4 rate=0.001 dt=0.01 steps=2000 n=4
// expect: error absorbed at line 14
// why: at 2e5 seconds a float clock ticks in steps of 1/64 or 1/32, so a step of 0.01 becomes 0.0156, or nothing
// figure: computed angle[0] = 0.03125, MPFR 0.02
// Where the satellites are after `steps` steps of a small integration; time since the reference epoch.
__global__ void ephemeris(const float *epoch, float *angle, float rate, float dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float t = epoch[i];
    float swept = 0.0f;
    for (int s = 0; s < steps; s++)
        t += dt;
    swept = (t - epoch[i]) * rate;
    angle[i] = swept;
}
