// fpcheck: driven <<<1, 32>>> omega=[0.5,1.0,1.5,2.0] x=empty:4 n=4 start=300000.0 dt=0.01 steps=100
// expect: error absorbed loop steps at line 18
// why: the time of day is summed in float: at 300000 s half an ulp is 0.0156, a step of 0.01 is absorbed, and the force never changes
// figure: computed x[3] = 0.449213, MPFR 0.311114
// Damped oscillators, driven from the start of the run by a force cos(omega t), semi-implicit Euler.
__global__ void driven(const float *omega, float *x, int n, float start, float dt, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float position = 0.0f;
    float velocity = 0.0f;
    float t = start;
    for (int s = 0; s < steps; s++) {
        float force = cosf(omega[i] * (t - start)) - position - 0.1f * velocity;
        velocity += dt * force;
        position += dt * velocity;
        t += dt;
    }
    x[i] = position;
}
