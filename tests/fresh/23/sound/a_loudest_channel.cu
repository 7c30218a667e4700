// fpcheck: loudest_channel <<<1, 32>>> db=[-30.5,-12.25,-12.250000953674316,-80.0,-12.25,-50.0,-13.0] best=inout:[0] channel=empty:1 level=empty:1 n=7 want=[1]:i32 --ref channel=want --tol bitwise
// expect: ok
// why: negative levels ordered by their bits: the bits are turned over first, all 32 are kept beside the channel in a 64-bit key, and the lower channel wins a tie
// figure: computed channel[0] = 1 (-12.25, tie with 4), exact
__device__ unsigned ordered(float x)
{
    unsigned b = __float_as_uint(x);
    return b & 0x80000000u ? ~b : b | 0x80000000u;
}

__device__ float unordered(unsigned k)
{
    return __uint_as_float(k & 0x80000000u ? k & 0x7fffffffu : ~k);
}

__global__ void loudest_channel(const float *db, unsigned long long *best, int *channel, float *level, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned long long key = (unsigned long long)ordered(db[i]) << 32 | (0xffffffffu - (unsigned)i);
        atomicMax(best, key);
    }
    __syncthreads();
    if (i == 0) {
        unsigned long long key = *best;
        channel[0] = (int)(0xffffffffu - (unsigned)key);
        level[0] = unordered((unsigned)(key >> 32));
    }
}
