// fpcheck: loop_gain<<<1, 96>>> x=[1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75] y=empty:64 rounds=3
// expect: ok
// why: the third warp returns before the first barrier: those that have ended do not take part in it
// figure: computed y[0] = 1.375, MPFR 1.375 (exact)
// Coupled gain control: 64 channels, the rest of the block has none.
__global__ void loop_gain(const float *x, float *y, int rounds)
{
    __shared__ float level[64];
    int i = threadIdx.x;
    if (i >= 64)
        return;
    level[i] = x[i];
    __syncthreads();
    float v = level[i];
    for (int r = 0; r < rounds; ++r) {
        float next = 0.5f * (v + level[(i + 1) % 64]);
        __syncthreads();
        level[i] = next;
        v = next;
        __syncthreads();
    }
    y[i] = v;
}
