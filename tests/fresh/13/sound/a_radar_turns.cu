// fpcheck: echo<<<1, 32>>> turns=[40000.125,15719.0625,63661.938,0.3125,-2500.375,12.0078125] i_out=empty:6 amplitude=1.5 n=6
// expect: ok
// why: large phases and a fast sine, but phases in whole turns are reduced exactly by rintf and sinpif takes what is left, at most half a turn
// figure: computed i_out[0] = 1.06066012, MPFR 1.06066017 (within 2 ulps)
// In-phase part of an echo whose carrier phase is given in turns.
__device__ float reduced(float turns)
{
    return turns - rintf(turns); // exact
}

__global__ void echo(const float *turns, float *i_out, float amplitude, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        i_out[i] = amplitude * sinpif(2.0f * reduced(turns[i]));
}
