// fpcheck: more_darts <<<1, 32>>> state=[1,22,333,4444,55555,666666,7777777,88888888,9,1010,1111,1212,1313,1414,1515,1616,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32] tally=inout:[16777216.0,16777216.0] rounds=256
// expect: error absorbed at line 24
// why: the tallies of an earlier launch stand at 2^24; adding 1 to a float there does nothing
// figure: computed tally[0] = 16777216, MPFR 16785408
// Pi by darts; tally[0] counts the darts, tally[1] those within the circle. Resumes from a checkpoint.
__device__ unsigned next(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

__device__ float unit(unsigned &s)
{
    return (float)(next(s) >> 8) * 5.9604645e-8f;
}

__global__ void more_darts(const unsigned *state, float *tally, int rounds)
{
    unsigned s = state[threadIdx.x];
    for (int r = 0; r < rounds; r++) {
        float x = unit(s), y = unit(s);
        atomicAdd(&tally[0], 1.0f);
        if (x * x + y * y < 1.0f)
            atomicAdd(&tally[1], 1.0f);
    }
}
