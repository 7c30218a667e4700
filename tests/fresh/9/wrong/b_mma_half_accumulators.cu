// fpcheck: mean_products <<<1, 32>>> a=uniform(5,8):16x2048 b=uniform(5,8):8x2048 y=empty:16x8 k=2048
// expect: error accumulator too narrow at line 15
// why: the accumulators of the mma are halves: sums of about 86000 overflow at 65504, and the clamp to the largest half makes infinity look like a number
// figure: y computed 31.9844, MPFR 42.1835
// Mean products of rows of a and b on tensor cores, one warp, k in steps of 16; b is stored by columns.
#include <cuda_fp16.h>

__device__ unsigned word(const __half *p)
{
    return (unsigned)__half_as_ushort(p[0]) | ((unsigned)__half_as_ushort(p[1]) << 16);
}

__device__ void mma(unsigned (&c)[2], const unsigned (&a)[4], const unsigned (&b)[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
                 : "+r"(c[0]), "+r"(c[1])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ float low(unsigned w)
{
    return __half2float(__ushort_as_half((unsigned short)(w & 0xffffu)));
}

__device__ float high(unsigned w)
{
    return __half2float(__ushort_as_half((unsigned short)(w >> 16)));
}

__global__ void mean_products(const __half *a, const __half *b, float *y, int k)
{
    const int lane = threadIdx.x, g = lane >> 2, t = lane & 3;
    unsigned acc[2] = {0u, 0u};
    for (int k0 = 0; k0 < k; k0 += 16) {
        unsigned fa[4] = {word(a + g * k + k0 + 2 * t), word(a + (g + 8) * k + k0 + 2 * t), word(a + g * k + k0 + 2 * t + 8),
                          word(a + (g + 8) * k + k0 + 2 * t + 8)};
        unsigned fb[2] = {word(b + g * k + k0 + 2 * t), word(b + g * k + k0 + 2 * t + 8)};
        mma(acc, fa, fb);
    }
    for (int h = 0; h < 2; h++) {
        int at = (g + 8 * h) * 8 + 2 * t;
        y[at] = fminf(low(acc[h]), 65504.0f) / (float)k;
        y[at + 1] = fminf(high(acc[h]), 65504.0f) / (float)k;
    }
}
