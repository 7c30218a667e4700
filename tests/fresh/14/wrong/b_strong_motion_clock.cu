// fpcheck: displacement <<<1, 32>>> frequency=[2.0,3.0,5.0] shift=empty:3 start=65536.0 dt=0.002 steps=200 n=3
// expect: error absorbed loop step at line 12
// why: the clock counts seconds of the day in float: at 65536 s a step of 2 ms is below half an ulp, and time stands still
// figure: computed 0.4, MPFR -0.076369666 (shift[0])
// Displacement from harmonic ground velocity, summed step by step.
struct Clock {
    float now, start;
};

__device__ inline void tick(Clock &c, float dt)
{
    c.now += dt;
}

__device__ inline float velocity(float f, const Clock &c)
{
    return cospif(2.0f * f * (c.now - c.start));
}

__global__ void displacement(const float *frequency, float *shift, float start, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Clock c = {start, start};
    float f = frequency[i];
    float sum = 0.0f;
    for (int k = 0; k < steps; k++) {
        tick(c, dt);
        sum += velocity(f, c) * dt;
    }
    shift[i] = sum;
}
