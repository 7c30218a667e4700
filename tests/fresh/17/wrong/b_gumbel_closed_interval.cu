// fpcheck: gumbel_pick <<<1, 32>>> logits=[1.5,-2.0,4.25,0.5,3.0,-40.0,2.0,1.0] bits=[2147483648,1000000000,3000000000,77777777,2500000000,4294967295,1234567890,3999999999] tok=empty:1 n=8 ref=tok=2 --tol bitwise
// expect: error random bits to a float that reaches one at line 9
// why: the conversion of 4294967295 rounds to 2^32, u is 1, its Gumbel noise inf, and a token of logit -40 is drawn
// figure: computed token 5 (score inf), MPFR token 2 (score 5.274; token 5 has -17.82)
#include <math.h>

__device__ float uniform01(unsigned b)
{
    return (float)b * 2.3283064365386963e-10f;
}

__device__ float gumbel(unsigned b)
{
    float u = uniform01(b);
    return -logf(-logf(u));
}

// a draw from the categorical distribution: argmax of logit + Gumbel noise
__global__ void gumbel_pick(const float *logits, const unsigned *bits, int *tok, int n)
{
    int lane = threadIdx.x;
    float best = -INFINITY;
    int who = 0x7fffffff;
    for (int i = lane; i < n; i += 32) {
        float v = logits[i] + gumbel(bits[i]);
        if (v > best) {
            best = v;
            who = i;
        }
    }
    for (int o = 16; o > 0; o >>= 1) {
        float b = __shfl_xor_sync(0xffffffffu, best, o);
        int w = __shfl_xor_sync(0xffffffffu, who, o);
        if (b > best || (b == best && w < who)) {
            best = b;
            who = w;
        }
    }
    if (lane == 0)
        *tok = who;
}
