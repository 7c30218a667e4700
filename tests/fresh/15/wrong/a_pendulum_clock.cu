// fpcheck: pendulum <<<1, 32>>> length=[0.5,1,2,4] angle=empty:4 start=1000000.0 dt=0.02 steps=60 n=4
// expect: error absorption at line 16
// why: the clock counts from an epoch a million seconds ago in a float: a step of 0.02 is less than half of its ulp of 0.0625, so that the time stands still
// figure: computed angle[1] = 0.1 (elapsed 0), MPFR -0.0815665518 (elapsed 1.2)

// Small swings of pendulums of some lengths, sampled at the end of the recording.
__global__ void pendulum(const float *length, float *angle, float start, float dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float omega = sqrtf(9.81f / length[i]);
    float t = start;
    float a = 0.0f;
    for (int k = 0; k < steps; k++) {
        t += dt;
        a = 0.1f * cosf(omega * (t - start));
    }
    angle[i] = a;
}
