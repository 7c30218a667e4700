// fpcheck: gumbel_argmax <<<2, 32>>> logits=[1,0.5,2,-20,0.25,0,-1,1.5,3,-20,0.5,0.75,1,2,2.5,0] bits=[12345678,3000000000,2147483648,4294967295,77,1000000000,4000000000,3500000000,2000000000,4294967232,1,99999999,3221225472,4042322160,858993459,0] token=empty:2 score=empty:2 n=8 want=[3.08630274,4.80305423] ref=score=want --tol rtol=1e-5,atol=0
// expect: ok
// why: 23 bits and a half more: exact in single precision, never 0 and never 1, also for the words 0 and 2^32 - 1 that are among the inputs
// figure: token [7, 5], score [3.086303, 4.803054], error about 3e-7 relative
// Sampling by the Gumbel trick: argmax of logit - log(-log u), u in (0, 1). One warp a row.
__device__ float unit_open(unsigned bits)
{
    return ((float)(bits >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

__device__ float gumbel(unsigned bits)
{
    return -logf(-logf(unit_open(bits)));
}

__global__ void gumbel_argmax(const float *logits, const unsigned *bits, int *token, float *score, int n)
{
    const int i = threadIdx.x;
    float best = i < n ? logits[blockIdx.x * n + i] + gumbel(bits[blockIdx.x * n + i]) : -INFINITY;
    int at = i;
    for (int offset = 16; offset > 0; offset >>= 1) {
        const float other = __shfl_xor_sync(0xffffffffu, best, offset);
        const int other_at = __shfl_xor_sync(0xffffffffu, at, offset);
        if (other > best || (other == best && other_at < at)) {
            best = other;
            at = other_at;
        }
    }
    if (i == 0) {
        token[blockIdx.x] = at;
        score[blockIdx.x] = best;
    }
}
