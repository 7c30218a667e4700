// fpcheck: tick_clock <<<1, 32>>> phase=empty:4 start=[2000000000,2000000128,2000001024,2100000000] dt=60 steps=100 n=4
// expect: ok
// why: the seconds near 2e9 do not fit a float, but they are counted and reduced in integers; only the remainder below 86400 is converted
// figure: computed 0.9793406128883362, MPFR 0.9793406217655515: relative error 9.1e-09 of 2e-6 allowed
// Diurnal phase of the solar forcing after some steps of a climate model.
__global__ void tick_clock(float *phase, const long long *start, int dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    long long seconds = start[i];
    for (int k = 0; k < steps; k++)
        seconds += dt;
    int today = (int)(seconds % 86400);
    phase[i] = sinpif((float)(2 * today) / 86400.0f);
}
