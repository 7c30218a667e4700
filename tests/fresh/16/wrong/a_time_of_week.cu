// fpcheck: track <<<1, 32>>> velocity=[3874.0, -512.5, 7.25, 1.0] moved=empty:4 tow=432000.0 steps=500 n=4
// expect: error absorbed at line 14
// why: at 432000 s a float steps by 1/32 s: every 0.02 s that is added becomes 0.03125 s
// figure: computed moved[0] = 60531.25, MPFR 38739.9991
// Dead reckoning of satellites over a span that starts at a GPS time of week.
__global__ void track(const float *velocity, float *moved, float tow, int steps, int n)
{
    int sat = threadIdx.x;
    if (sat >= n)
        return;
    const float dt = 0.02f;
    float t = tow;
    for (int k = 0; k < steps; k++)
        t += dt;
    moved[sat] = velocity[sat] * (t - tow);
}
