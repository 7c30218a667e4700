// fpcheck: propagate <<<1, 32>>> epoch=[4000000.0,5000000.0] x=empty:2 v=empty:2 elapsed=empty:2 dt=0.1 omega=0.02 steps=600 want=[60.0000008940697,60.0000008940697] ref=elapsed=want --tol rtol=1e-4,atol=1e-3
// expect: error absorbed steps at line 27
// why: the clock is a float at 4e6 s with a spacing of 0.25 s: steps of 0.1 s are absorbed and time stands still
// figure: elapsed[0] computed 0, MPFR 60.0000009
// Symplectic Euler for an oscillator in a spacecraft bus, with the mission clock in seconds.
struct Oscillator {
    float x, v;
};

__device__ Oscillator step(Oscillator s, float omega, float dt)
{
    s.v -= omega * omega * s.x * dt;
    s.x += s.v * dt;
    return s;
}

__global__ void propagate(const float *epoch, float *x, float *v, float *elapsed, float dt, float omega, int steps)
{
    int i = threadIdx.x;
    if (i >= 2)
        return;
    Oscillator s = {1.0f, 0.0f};
    float start = epoch[i];
    float t = start;
    for (int k = 0; k < steps; k++) {
        s = step(s, omega, dt);
        t += dt;
    }
    x[i] = s.x;
    v[i] = s.v;
    elapsed[i] = t - start;
}
