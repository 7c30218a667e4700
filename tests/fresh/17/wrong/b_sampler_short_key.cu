// fpcheck: greedy <<<1, 256>>> logits=uniform(9.99,10.0):256 best=empty:1 n=256 ref=best=argmax(logits) --tol bitwise
// expect: error argmax key loses bits at line 20
// why: 12 mantissa bits make room for the token number: logits that differ by less than 0.0039 are the same key and the lower token wins
// figure: computed token 0 (logit 9.99905), right: 178 (9.999995); 200 draws, see scratch
// greedy decoding by an atomic maximum over keys
__device__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x);
    return (u & 0x80000000u) ? ~u : (u | 0x80000000u);
}

__global__ void greedy(const float *logits, int *best, int n)
{
    __shared__ unsigned top;
    int i = threadIdx.x;
    if (i == 0)
        top = 0;
    __syncthreads();
    if (i < n) {
        unsigned key = (ordered(logits[i]) & 0xfffff000u) | (4095u - i);
        atomicMax(&top, key);
    }
    __syncthreads();
    if (i == 0)
        *best = 4095 - (int)(top & 4095u);
}
