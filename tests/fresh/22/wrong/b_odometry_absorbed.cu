// fpcheck: integrate <<<1, 32>>> x0=[2000000.0,500.0,0.0] v=[2.0,2.0,2.0] x=empty:3 steps=1000 n=3
// expect: error absorption at line 14
// why: a step of 2 m/s * 20 ms = 0.04 m is less than half the 0.125 m between floats at 2,000,000: the vehicle stands still
// figure: computed x[0] = 2000000.0, MPFR 2000040.000 (moved by 40 m)
// Dead reckoning of an easting at 50 Hz.
__global__ void integrate(const float *x0, const float *v, float *x, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float position = x0[i];
    const float dt = 0.02f;
    for (int k = 0; k < steps; k++)
        position += v[i] * dt;
    x[i] = position;
}
