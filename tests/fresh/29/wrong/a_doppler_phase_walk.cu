// fpcheck: replica <<<1, 32>>> carrier=[0.01,0.0125,0.021,0.03] start=[1234567.2,1000000.5,1500000.1,2000000.8] in_phase=empty:4x64 samples=64 channels=4
// expect: error absorption at line 16
// why: the phase is carried unwrapped; at 1e6 cycles a step of 0.01 cycles is less than half an ulp and is absorbed
// figure: computed in_phase[0][63] = 0, MPFR 0.72896857
// Carrier replica of a tracking channel: phases in cycles, one channel a thread.
__global__ void replica(const float *carrier, const float *start, float *in_phase, int samples, int channels)
{
    int c = threadIdx.x;
    if (c >= channels)
        return;
    float phase = start[c];
    float step = carrier[c];
    for (int k = 0; k < samples; k++) {
        float turn = phase - floorf(phase);
        in_phase[c * samples + k] = cospif(2.0f * turn);
        phase += step;
    }
}
