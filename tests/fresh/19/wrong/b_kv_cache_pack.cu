// fpcheck: kv_append <<<1, 32>>> k=[1.5,-2.0,0.25,-0.75,3.0,1.0,-1.0,-4.0] packed=empty:4:u32 pairs=4
// fpcheck+ kv_dot <<<1, 32>>> packed_in=packed q=const(1):8 score=empty:4 pairs=4 want=[-0.5,-0.5,4.0,-5.0] ref=score=want --tol rtol=1e-6,atol=0
// expect: error packed halves at line 22
// why: the low bf16 is a signed short, whose sign is extended over the high half: a negative second element makes the first one's bits 0xffff, a NaN, which fmaxf turns into the clamp's bound
// figure: computed score[0] -10002, MPFR -0.5
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__device__ short bf16_bits(float v)
{
    return __bfloat16_as_short(__float2bfloat16_rn(v));
}

// Appends a key to the cache, two elements a word: the first in the high half: in the order high, low.
__global__ void kv_append(const float *k, unsigned *packed, int pairs)
{
    int i = threadIdx.x;
    if (i >= pairs)
        return;
    short high = bf16_bits(k[2 * i]);
    short low = bf16_bits(k[2 * i + 1]);
    packed[i] = ((unsigned)(unsigned short)high << 16) | low;
}

__device__ float high_part(unsigned word)
{
    return __uint_as_float(word & 0xffff0000u);
}

__device__ float low_part(unsigned word)
{
    return __uint_as_float(word << 16);
}

__global__ void kv_dot(const unsigned *packed_in, const float *q, float *score, int pairs)
{
    int i = threadIdx.x;
    if (i >= pairs)
        return;
    unsigned word = packed_in[i];
    float a = fmaxf(high_part(word), -1e4f) * q[2 * i];
    float b = fmaxf(low_part(word), -1e4f) * q[2 * i + 1];
    score[i] = a + b;
}
