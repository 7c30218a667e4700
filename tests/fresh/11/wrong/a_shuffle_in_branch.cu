// fpcheck: gaps <<<1, 32>>> level=[1,2,4,7,11,16,22,29,37,46,56,67,79,92,106,121,137,154,172,191] gap=empty:20 n=20
// expect: error divergence at line 11
// why: the shuffle names all 32 lanes but only the 20 lanes below n take the branch; the last of them reads from lane 20, which is not there: its value is undefined
// figure: gap[19]: computed undefined - 191, MPFR 0 (or whatever is wanted), not defined by the program
// Gaps between neighbouring energy levels.
__global__ void gaps(const float *level, float *gap, int n)
{
    int lane = threadIdx.x;
    if (lane < n) {
        float mine = level[lane];
        float above = __shfl_down_sync(0xffffffffu, mine, 1);
        gap[lane] = above - mine;
    }
}
