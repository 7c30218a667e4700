// fpcheck: track <<<1, 32>>> velocity=[3874.0, -512.5, 7.25, 1.0] moved=empty:4 tow_ticks=21600000 steps=500 n=4
// expect: ok
// why: time is counted in integer ticks of 20 ms, and only the difference becomes a float
// figure: computed moved[0] = 38740, MPFR 38740; error 0
// Dead reckoning of satellites over a span that starts at a GPS time of week.
__global__ void track(const float *velocity, float *moved, int tow_ticks, int steps, int n)
{
    int sat = threadIdx.x;
    if (sat >= n)
        return;
    int t = tow_ticks;
    for (int k = 0; k < steps; k++)
        t += 1;
    moved[sat] = velocity[sat] * (float)(t - tow_ticks) / 50.0f;
}
