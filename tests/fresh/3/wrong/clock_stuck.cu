// fpcheck: drive <<<1, 32>>> omega=uniform(0.5,1):32 x=empty:32 start=16384 dt=0.0005 steps=400 n=32
// expect: error absorbed at line 13: half an ulp of 16384 is 0.00098, so t + 0.0005 never moves and the drive's phase stands still
// Driven damped oscillator, continued from a restart file at t = start.
__global__ void drive(const float* omega, float* x, float start, float dt, int steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float w = omega[i];
    float t = start, pos = 0.0f, vel = 0.0f;
    for (int s = 0; s < steps; ++s) {
        float force = cosf(20.0f * w * (t - start));
        vel += dt * (force - pos - 0.1f * vel);
        pos += dt * vel;
        t += dt;
    }
    x[i] = pos;
}
