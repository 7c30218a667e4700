// fpcheck: drive <<<1, 32>>> omega=uniform(0.5,1):32 x=empty:32 dt=0.0005 steps=400 n=32
// expect: ok
// Driven oscillator; the time since the restart is made anew from the step number.
__global__ void drive(const float* omega, float* x, float dt, int steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float w = omega[i];
    float pos = 0.0f, vel = 0.0f;
    for (int s = 0; s < steps; ++s) {
        float since = (float)s * dt;
        float force = cosf(2.0f * w * since);
        vel += dt * (force - pos - 0.1f * vel);
        pos += dt * vel;
    }
    x[i] = pos;
}
