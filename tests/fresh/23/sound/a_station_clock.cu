// fpcheck: station_clock <<<1, 32>>> t0=[2097152,1048576,4194304] rate=[0.001,0.002,0.0005] swept=empty:3 dt=0.125 steps=601 n=3
// expect: ok
// why: small steps of a clock with a large start: whole seconds are an integer, the fraction stays below one and its steps of 1/8 are exact
// figure: computed swept[0] = 0.0751250032 (75.125 s), MPFR 0.0751250036; error within an ulp
struct Clock {
    int seconds;
    float fraction;
};

__device__ Clock tick(Clock c, float dt)
{
    c.fraction += dt;
    if (c.fraction >= 1.0f) {
        c.fraction -= 1.0f;
        c.seconds++;
    }
    return c;
}

// Angle that an antenna sweeps while a satellite passes.
__global__ void station_clock(const float *t0, const float *rate, float *swept, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Clock start = {(int)t0[i], 0.0f};
    Clock now = start;
    for (int k = 0; k < steps; k++)
        now = tick(now, dt);
    float elapsed = (float)(now.seconds - start.seconds) + now.fraction;
    swept[i] = rate[i] * elapsed;
}
