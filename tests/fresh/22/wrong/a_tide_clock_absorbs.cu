// fpcheck: tide <<<1, 32>>> omega=[1.405189e-4,7.2921e-5,1.4544e-4] amplitude=[1.2,0.3,0.5] level=empty:3 start=40000000.0 dt=0.9 steps=2000 n=3
// expect: error absorption at line 13
// why: the model time is 4e7 seconds in a float with a spacing of 4, so a step of 0.9 s never changes it
// figure: computed -1.08230388 at level[0], MPFR -0.918186235
// Water level of each constituent after a number of steps, with a low-pass filter on the way.
__global__ void tide(const float *omega, const float *amplitude, float *level, float start, float dt, int steps, int n)
{
    int c = threadIdx.x;
    if (c >= n)
        return;
    float t = start;
    for (int s = 0; s < steps; s++)
        t += dt;
    level[c] = amplitude[c] * cosf(omega[c] * t);
}
