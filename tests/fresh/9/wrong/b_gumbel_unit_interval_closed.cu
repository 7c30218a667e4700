// fpcheck: gumbel_argmax <<<2, 32>>> logits=[1,0.5,2,-20,0.25,0,-1,1.5,3,-18,0.5,0.75,1,2,2.5,0] bits=[12345678,3000000000,2147483648,4294967295,77,1000000000,4000000000,3500000000,2000000000,4294967232,1,99999999,3221225472,4042322160,858993459,123] token=empty:2 n=8 want=[7,5] ref=token=want --tol bitwise
// expect: error random bits made a float at line 8
// why: random words near 2^32 round up to 2^32 in single precision: u = 1, the noise is +inf and that token wins whatever its logit
// figure: token computed [3, 1], MPFR [7, 5]
// Sampling by the Gumbel trick: argmax of logit - log(-log u). One warp a row.
__device__ float unit(unsigned bits)
{
    return (float)bits * 2.3283064365386963e-10f;
}

__device__ float gumbel(unsigned bits)
{
    float u = fmaxf(unit(bits), 1e-20f);
    return -logf(-logf(u));
}

__global__ void gumbel_argmax(const float *logits, const unsigned *bits, int *token, int n)
{
    const int i = threadIdx.x;
    float best = i < n ? logits[blockIdx.x * n + i] + gumbel(bits[blockIdx.x * n + i]) : -INFINITY;
    int at = i;
    for (int offset = 16; offset > 0; offset >>= 1) {
        float other = __shfl_xor_sync(0xffffffffu, best, offset);
        int other_at = __shfl_xor_sync(0xffffffffu, at, offset);
        if (other > best || (other == best && other_at < at)) {
            best = other;
            at = other_at;
        }
    }
    if (i == 0)
        token[blockIdx.x] = at;
}
