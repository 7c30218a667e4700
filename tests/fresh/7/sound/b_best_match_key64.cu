// fpcheck: best_match <<<1, 32>>> score=[12.5001,12.1,11.9,12.50022,3.0,12.50022,12.5002,8.25] best=empty:1 key=inout:zeros:1:u64 n=8 want=[3] ref=best=want --tol bitwise
// expect: ok
// why: score bits and index share one word of an atomicMax, but of 64 bits: nothing of the score is lost, the inverted index makes the first of two equal scores win
// figure: computed 3, MPFR 3: error 0, tolerance 0
// Template matching: the position of the highest (positive) score, the first of equal ones.
__global__ void best_match(const float *score, int *best, unsigned long long *key, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned long long k = (unsigned long long)__float_as_uint(score[i]) << 32;
        k |= 0xffffffffu - (unsigned int)i;
        atomicMax(key, k);
    }
    __syncthreads();
    if (i == 0)
        best[0] = (int)(0xffffffffu - (unsigned int)(atomicMax(key, 0ull) & 0xffffffffull));
}
