// fpcheck: pass_clock <<<1, 32>>> t0=[2097152,1048576,4194304] rate=[0.001,0.002,0.0005] swept=empty:3 dt=0.1 steps=600 n=3
// expect: error absorbed at line 14
// why: seconds since the epoch are counted in binary32: at 2^21 s a step of 0.1 s is below half an ulp (0.125) and the clock stands still
// figure: computed swept[0] = 0, MPFR 0.060000004
// Angle that an antenna sweeps while a satellite passes: the clock runs in seconds since the epoch.
__global__ void pass_clock(const float *t0, const float *rate, float *swept, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float start = t0[i];
    float t = start;
    for (int k = 0; k < steps; k++)
        t += dt;
    swept[i] = rate[i] * (t - start);
}
