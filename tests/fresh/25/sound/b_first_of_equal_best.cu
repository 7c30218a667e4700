// fpcheck: best <<<1, 64>>> score=[0.3,0.75,-1.0,0.1,0.75,0.7499999,-3.0,0.2] index=empty:1 value=empty:1 n=8 want=[1] ref=index=want --tol rtol=0,atol=0.5
// expect: ok
// why: a 64-bit key of all 32 ordered bits and the inverted index goes through atomicMax in shared memory; the nearly equal 0.7499999 and the equal 0.75 further on both lose
// figure: computed index 1, MPFR 1; exact
// Argmax over a block with the lower index on ties.
__global__ void best(const float *score, int *index, float *value, int n)
{
    __shared__ unsigned long long top;
    int i = threadIdx.x;
    if (i == 0)
        top = 0ull;
    __syncthreads();
    if (i < n) {
        unsigned b = __float_as_uint(score[i]);
        unsigned ordered = b ^ ((b >> 31) ? 0xffffffffu : 0x80000000u);
        unsigned long long key = ((unsigned long long)ordered << 32) | (0xffffffffu - (unsigned)i);
        atomicMax(&top, key);
    }
    __syncthreads();
    if (i == 0) {
        int winner = (int)(0xffffffffu - (unsigned)(top & 0xffffffffu));
        *index = winner;
        *value = score[winner];
    }
}
