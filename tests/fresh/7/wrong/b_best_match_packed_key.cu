// fpcheck: best_match <<<1, 32>>> score=[12.5001,12.1,11.9,12.50022,3.0,12.49,12.5002,8.25] best=empty:1 key=inout:zeros:1 n=8 want=[3] ref=best=want --tol bitwise
// expect: error mismatch at line 11
// why: the low byte of the score is thrown away to make room for the index: scores within 2^-15 of each other become ties, and the lower index wins although its score is less
// figure: computed 0, MPFR 3 (best[0]; scores 12.5001001 and 12.5002203)
// Template matching: the position of the highest (positive) score, by one atomicMax on a packed word.
// Positions are inverted, so that the first of equal scores wins.
__global__ void best_match(const float *score, int *best, unsigned int *key, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned int k = (__float_as_uint(score[i]) & 0xffffff00u) | (255u - i);
        atomicMax(key, k);
    }
    __syncthreads();
    if (i == 0)
        best[0] = 255 - (int)(*key & 0xffu);
}
