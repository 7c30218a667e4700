// fpcheck: mix_down <<<1, 16>>> omega=@a_doppler_phase_omega.npy last_i=empty:16 last_q=empty:16 steps=20000
// expect: error accuracy at line 12
// why: the oscillator's phase is added up in float without ever being wrapped; after 20000 steps it is in the ten thousands, where an addition loses up to 1e-3 rad, and the drift (all of one sign while the exponent stands) is of the order of a radian
// figure: last_i[10] computed -0.137737021, exact 0.0109717703
// A numerically controlled oscillator at the Doppler frequency of each channel.
__global__ void mix_down(const float* omega, float* last_i, float* last_q, int steps)
{
    int ch = blockIdx.x * blockDim.x + threadIdx.x;
    float w = omega[ch];
    float phase = 0.0f;
    for (int k = 0; k < steps; ++k)
        phase += w;
    last_i[ch] = cosf(phase);
    last_q[ch] = sinf(phase);
}
