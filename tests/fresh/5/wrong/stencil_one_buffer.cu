// fpcheck: heat <<<1, 128>>> u0=uniform(0,1):128 u=empty:128 r=0.25 steps=4
// expect: error race at line 14: a cell is overwritten while its neighbours still read it: no barrier between read and write
__global__ void heat(const float *u0, float *u, float r, int steps)
{
    __shared__ float s[130];
    int t = threadIdx.x;
    s[t + 1] = u0[t];
    if (t == 0) {
        s[0] = 0.0f;
        s[129] = 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < steps; k++) {
        s[t + 1] = s[t + 1] + r * (s[t] - 2.0f * s[t + 1] + s[t + 2]);
        __syncthreads();
    }
    u[t] = s[t + 1];
}
