// fpcheck: season_clock <<<1, 32>>> phase=empty:4 start=[2000000000,2000000128,2000001024,2100000000] dt=60.0 steps=100 n=4
// expect: error absorbed step at line 13
// why: seconds since 1950 are near 2e9, where a float moves in steps of 128: adding 60 changes nothing, the model clock stands still
// figure: computed 0.5495089780712096, MPFR 0.14493185930802918
// Diurnal phase of the solar forcing after some steps of a climate model.
__global__ void season_clock(float *phase, const float *start, float dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float seconds = start[i];
    for (int k = 0; k < steps; k++)
        seconds += dt;
    float today = fmodf(seconds - 1.9e9f, 86400.0f);
    phase[i] = sinpif(2.0f * today / 86400.0f);
}
