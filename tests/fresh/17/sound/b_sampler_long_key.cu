// fpcheck: greedy <<<1, 256>>> logits=uniform(9.99,10.0):256 best=empty:1 n=256 ref=best=argmax(logits) --tol bitwise
// expect: ok
// why: the key is the ordered bits above the inverted token number in 64 bits, so no bit of the logit is lost and ties go to the first
// figure: token of the first maximum, exact
// greedy decoding by an atomic maximum over keys
__device__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x);
    return (u & 0x80000000u) ? ~u : (u | 0x80000000u);
}

__global__ void greedy(const float *logits, int *best, int n)
{
    __shared__ unsigned long long top;
    int i = threadIdx.x;
    if (i == 0)
        top = 0;
    __syncthreads();
    if (i < n) {
        unsigned long long key = (unsigned long long)ordered(logits[i]) << 32 | (0xffffffffu - i);
        atomicMax(&top, key);
    }
    __syncthreads();
    if (i == 0)
        *best = (int)(0xffffffffu - (unsigned)(top & 0xffffffffull));
}
