// fpcheck: cursor <<<1, 16>>> rate=[8000,11025,16000,22050,32000,44100,48000,96000,8000,11025,16000,22050,32000,44100,48000,96000] pos=empty:16 dt=0.001 steps=40000 n=16
// expect: error index off at line 11: 40000 steps of 1 ms are added in binary32; the clock is milliseconds off and the sample index by tens to hundreds
// Read position (samples) in a streamed buffer after a number of ticks.
__global__ void cursor(const float* __restrict__ rate, int* __restrict__ pos, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = 0.0f;
    for (int k = 0; k < steps; ++k)
        t += dt;
    pos[i] = (int)floorf(t * rate[i]);
}
