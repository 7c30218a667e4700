// fpcheck: sample <<<1, 32>>> logits=[2.0,1.0,0.5,-30.0,0.0,-1.0,1.5,0.25] bits=[3000000000,2500000000,1000000000,4294967285,2000000000,300000000,2800000000,77] token=empty:1 score=empty:1 n=8 ref=token=[0] --tol bitwise
// expect: error overflow at line 7
// why: the largest 32-bit numbers become 1.0 as a float times 2^-32, so -log(-log(u)) is infinite and a token of logit -30 is drawn
// figure: computed token 3 (score inf), MPFR token 0 (token 3 has the score -10.22)
__device__ float uniform(unsigned bits)
{
    return (float)bits * 2.3283064365386963e-10f;
}

__device__ float gumbel(float u)
{
    return -logf(-logf(u));
}

__global__ void sample(const float *logits, const unsigned *bits, int *token, float *score, int n)
{
    int lane = threadIdx.x;
    float best = -INFINITY;
    int index = 0x7fffffff;
    for (int i = lane; i < n; i += 32) {
        float s = logits[i] + gumbel(uniform(bits[i]));
        if (s > best) {
            best = s;
            index = i;
        }
    }
    for (int o = 16; o > 0; o >>= 1) {
        float other = __shfl_down_sync(0xffffffffu, best, o);
        int where = __shfl_down_sync(0xffffffffu, index, o);
        if (other > best || (other == best && where < index)) {
            best = other;
            index = where;
        }
    }
    if (lane == 0) {
        *token = index;
        *score = fminf(best, 30.0f);
    }
}
