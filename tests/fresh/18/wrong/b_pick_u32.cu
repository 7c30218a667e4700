// fpcheck: alias_pick <<<1, 32>>> bits=@b_pick_u32_bits.npy prob=const(0.5):7 alias=[3,4,5,6,0,1,2] pick=empty:6 n=7 draws=6
// expect: error random bits made a float at line 7: bits near 2^32 round up to 2^32, the uniform number is 1 and the slot is one beyond the tables
// why: bits near 2^32 round up to 2^32, the uniform number is 1 and the slot is one beyond the tables
// figure: u = 1.0, slot computed 7 of 7 (reads prob[7]), right 6
__device__ float uniform01(unsigned u)
{
    return (float)u * 2.3283064365386963e-10f;
}

__device__ unsigned scramble(unsigned u)
{
    u ^= u >> 16;
    u *= 0x7feb352du;
    u ^= u >> 15;
    return u;
}

// Walker's alias method: a slot from one number, the coin from another.
__global__ void alias_pick(const unsigned *bits, const float *prob, const int *alias, int *pick, int n, int draws)
{
    int i = threadIdx.x;
    if (i >= draws)
        return;
    float u = uniform01(bits[i]);
    int slot = (int)(u * (float)n);
    float coin = uniform01(scramble(bits[i]));
    pick[i] = coin < prob[slot] ? slot : alias[slot];
}
