// fpcheck: best_cell <<<1, 64>>> score=@a_align_score.npy cell=empty:1 best_score=empty:1 cells=200 want=[120] ref=cell=want --tol bitwise
// expect: ok
// why: score and cell share a key, but 64 bits hold both whole; scores are never negative, so their bits are ordered
// figure: computed cell = 120, right 120 (exact)
// The best cell of a local alignment (scores are 0 or more), the first one among equals.
__global__ void best_cell(const float *score, int *cell, float *best_score, int cells)
{
    __shared__ unsigned long long best;
    if (threadIdx.x == 0)
        best = 0ull;
    __syncthreads();

    unsigned long long mine = 0ull;
    for (int c = threadIdx.x; c < cells; c += blockDim.x) {
        unsigned long long k = ((unsigned long long)__float_as_uint(score[c]) << 32) | (unsigned)~c;
        mine = k > mine ? k : mine;
    }
    atomicMax(&best, mine);
    __syncthreads();

    if (threadIdx.x == 0) {
        cell[0] = (int)~(unsigned)best;
        best_score[0] = __uint_as_float((unsigned)(best >> 32));
    }
}
