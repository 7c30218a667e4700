// fpcheck: best_orbit <<<1, 64>>> score=[-812.5,-3.25,-640.0,-3.25,-655.5,-700.0,-1e+30,-4.0] key=inout:zeros:1:u64 best=empty:1 n=8 want=[1] ref=best=want --tol bitwise
// expect: ok
// why: floats are compared by their bits, negative ones too; the flip of the bits makes the order right, and the complement of the index lets the first of equals win
// figure: best[0] computed 1, right 1; no error allowed
// Best of many orbit hypotheses: the largest score, the first of equal ones, by one 64 bit atomic.
__device__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x);
    unsigned mask = (u >> 31) ? 0xffffffffu : 0x80000000u;
    return u ^ mask;
}

__global__ void best_orbit(const float *score, unsigned long long *key, int *best, int n)
{
    int i = threadIdx.x;
    if (i < n)
        atomicMax(key, (unsigned long long)ordered(score[i]) << 32 | (unsigned)~i);
    __syncthreads();
    if (i == 0)
        *best = (int)~(unsigned)(*key & 0xffffffffull);
}
