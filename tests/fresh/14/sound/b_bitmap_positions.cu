// fpcheck: positions <<<1, 32>>> bitmap=[2147545103,4042322161,16711683] row=empty:28 count=empty:1 n=77 want=[0,1,2,3,12,13,14,15,31,32,36,37,38,39,44,45,46,47,52,53,54,55,60,61,62,63,64,65] ref=row=want --tol bitwise
// expect: ok
// why: a mask of the last word by a right shift of (-n & 31), which is a shift by 0 for full words, and lanes compacted by popcounts of lower bits
// figure: computed 65, right 65 (the last): integers
// Row numbers of the set bits of a selection, in order: one warp, a word at a time.
__device__ inline unsigned tail(int n)
{
    return 0xffffffffu >> (-n & 31);
}

__global__ void positions(const unsigned *bitmap, int *row, int *count, int n)
{
    int lane = threadIdx.x;
    int words = (n + 31) / 32;
    int base = 0;
    for (int w = 0; w < words; w++) {
        unsigned bits = bitmap[w];
        if (w == words - 1)
            bits &= tail(n);
        unsigned below = bits & ((1u << lane) - 1u);
        if (bits >> lane & 1u)
            row[base + __popc(below)] = w * 32 + lane;
        base += __popc(bits);
    }
    if (lane == 0)
        count[0] = base;
}
