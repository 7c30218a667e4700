// fpcheck: gumbel_draw <<<3, 32>>> logits=uniform(-4,4):3x40 token=empty:3:i32 best=empty:3 vocab=40 seed=77
// expect: ok
// why: a double logarithm of a random number is infinite at 0 and at 1, but u = (23 bits + 0.5) / 2^23 is exact and never either of them
// figure: gumbel of token 0 computed 4.40910053, MPFR 4.40910028
// Draws a token from softmax(logits) as the argmax of logits + Gumbel noise.
__device__ __forceinline__ unsigned mix(unsigned h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
    return h;
}

__device__ __forceinline__ float open_unit(unsigned h)
{
    return ((float)(h >> 9) + 0.5f) * 0x1p-23f;     // 23 bits and a half: 24 bits, no rounding to 1
}

__device__ __forceinline__ float gumbel(unsigned h)
{
    return -logf(-logf(open_unit(h)));
}

__global__ void gumbel_draw(const float *logits, int *token, float *best, int vocab, unsigned seed)
{
    const int row = blockIdx.x;
    float top = -3.0e38f;
    int at = vocab;
    for (int i = threadIdx.x; i < vocab; i += 32) {
        float v = logits[row * vocab + i] + gumbel(mix(seed + 0x9e3779b9u * (unsigned)(row * vocab + i + 1)));
        if (v > top) {
            top = v;
            at = i;
        }
    }
    for (int off = 16; off > 0; off >>= 1) {
        float v = __shfl_xor_sync(0xffffffffu, top, off);
        int a = __shfl_xor_sync(0xffffffffu, at, off);
        if (v > top || (v == top && a < at)) {
            top = v;
            at = a;
        }
    }
    if (threadIdx.x == 0) {
        token[row] = at;
        best[row] = top;
    }
}
