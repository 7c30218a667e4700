// fpcheck: sort8 <<<1, 32>>> word=[1077936128,1065353216,1082130432,2143289344,3221225472,1086324736,1091567616,1084227584] sorted=empty:8 nans=empty:1 want=[1] ref=nans=want --tol rtol=0,atol=0.5
// expect: error NaN sorting network at line 10
// why: fminf and fmaxf both return the number where the other one is NaN: a compare-exchange puts two copies of the number, and the NaN is gone (the count of NaN stays 0)
// figure: computed nans 0 (and one element twice), MPFR 1
// Bitonic sort of eight readings in registers, NaN (a dropped reading) last; they are counted afterwards.
__device__ float exchange(float mine, int lane, int distance, bool up)
{
    float other = __shfl_xor_sync(0xffffffffu, mine, distance, 8);
    bool lower = (lane & distance) == 0;
    return lower == up ? fminf(mine, other) : fmaxf(mine, other);
}

__global__ void sort8(const unsigned *word, float *sorted, int *nans)
{
    int lane = threadIdx.x & 7;
    float mine = __uint_as_float(word[lane]);
    for (int size = 2; size <= 8; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2)
            mine = exchange(mine, lane, distance, (lane & size) == 0);
    unsigned dropped = __ballot_sync(0xffffffffu, mine != mine);
    if (threadIdx.x < 8)
        sorted[lane] = mine;
    if (threadIdx.x == 0)
        *nans = __popc(dropped & 0xffu);
}
