// fpcheck: lfo <<<1, 32>>> start=[0.0,100.0,4096.0,20000.0] out=empty:4 dt=2.0833333110203966e-05 n=480 voices=4 want=[0.03141075874182316,0.03141075874182316,0.03141075874182316,0.03141075874182316] ref=out=want --tol rtol=1e-3,atol=1e-4
// expect: error absorbed at line 13
// why: the clock of a voice is a float of seconds that a sample period is added to; from 512 s on the step of 2.1e-5 is below half an ulp and time stands still
// figure: computed out[2] = -4.678e-58, MPFR 0.03141076
// Low-frequency oscillators of a synthesiser: value after n samples, each voice from its own start time in seconds.
__global__ void lfo(const float *start, float *out, float dt, int n, int voices)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= voices)
        return;
    float t = start[v];
    for (int i = 0; i < n; i++)
        t += dt;
    const float rate = 0.5f;
    float turns = t * rate;
    out[v] = sinpif(2.0f * (turns - floorf(turns)));
}
