// fpcheck: driven <<<1, 32>>> omega=[0.5,1.0,1.5,2.0] x=empty:4 n=4 dt=0.01 steps=100
// expect: ok
// why: a loop of many small steps, but the time is made from the number of the step each time and nothing is absorbed
// figure: relative error at most 2.5e-07
// Damped oscillators, driven from the start of the run by a force cos(omega t), semi-implicit Euler.
__global__ void driven(const float *omega, float *x, int n, float dt, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float position = 0.0f;
    float velocity = 0.0f;
    for (int s = 0; s < steps; s++) {
        float t = (float)s * dt;
        float force = cosf(omega[i] * t) - position - 0.1f * velocity;
        velocity += dt * force;
        position += dt * velocity;
    }
    x[i] = position;
}
