// fpcheck: spread_rumour <<<1, 64>>> known=uniform(0,1):64 after=empty:64 rate=0.2 steps=9
// expect: ok
// why: only one barrier a step: two buffers take turns, so that what is read in a step is written again two steps later at the earliest
// figure: computed after within 1e-6 of the exact steps

// People in a ring learn from both neighbours.
__global__ void spread_rumour(const float *known, float *after, float rate, int steps)
{
    __shared__ float ring[2][64];
    int t = threadIdx.x;
    ring[0][t] = known[t];
    __syncthreads();
    int now = 0;
    for (int k = 0; k < steps; k++) {
        float left = ring[now][(t + 63) & 63];
        float right = ring[now][(t + 1) & 63];
        float mine = ring[now][t];
        ring[now ^ 1][t] = mine + rate * (0.5f * (left + right) - mine);
        __syncthreads();
        now ^= 1;
    }
    after[t] = ring[now][t];
}
