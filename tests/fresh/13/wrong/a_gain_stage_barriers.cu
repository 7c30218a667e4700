// fpcheck: loop_gain<<<1, 64>>> rounds=[2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3] x=[1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75,1,1.25,1.5,1.75] y=empty:64
// expect: error divergent barrier at line 15
// why: the number of rounds differs between the two warps, and the second waits at a barrier of round 3 that the first meets elsewhere (below the loop): values of other rounds are exchanged
// figure: computed y undefined (warp 0 is a barrier ahead), MPFR none
// Coupled gain control: every channel looks at its neighbour in each round.
__global__ void loop_gain(const int *rounds, const float *x, float *y)
{
    __shared__ float level[64];
    int i = threadIdx.x;
    level[i] = x[i];
    __syncthreads();
    float v = level[i];
    for (int r = 0; r < rounds[i]; ++r) {
        float next = 0.5f * (v + level[(i + 1) % 64]);
        __syncthreads();
        level[i] = next;
        v = next;
        __syncthreads();
    }
    __syncthreads();
    y[i] = level[(i + 32) % 64];
}
