// fpcheck: gemv_int4 <<<8, 32>>> packed=[-447427009,-64519804,657546124,-1685865145,1902120813,1907157192,-2100798222,1318269298,-462585418,1503701950,-2039881121,-1694372025,1013076144,1230139623,-354124182,600484336,1340634013,-688951273,-343299276,-2115947581,587270803,2041256462,-245936496,1943423374,1891883233,-1976956365,-1499633977,1727540005,-1195280917,522543506,2130293564,1428594072,1994055902,-1845022562,-930595371,700304644,-1480418008,-1170548404,189907390,1403624186,1576556967,1473419055,-1546796736,-1095567128,538352999,1636162639,-1096848117,-996551346,1225026265,-280988851,2125897330,921318125,939913787,656247744,1946419269,1350645660,775997065,-1840552448,1860141038,1310455017,-1139472534,445886222,276221762,1192923817] scales=const(0.125):8x2:f16 x=uniform(-1,1):64 y=empty:8 c=64
// expect: ok
// why: the nibbles are taken from signed words by a left shift and an arithmetic right shift, which sign-extends each of them; scales of a group of 32 multiply a binary32 sum, not the codes
// figure: (random x) each y is within about 2e-7 times the sum of magnitudes, against 1e-5
#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int PER_WORD = 8;
constexpr int GROUP = 32;

__device__ int nibble(int word, int k)
{
    return (int)((unsigned)word << (28 - 4 * k)) >> 28;
}

__device__ float dot_word(int word, const float *x)
{
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < PER_WORD; k++)
        sum = fmaf((float)nibble(word, k), x[k], sum);
    return sum;
}

// y = W x with 4-bit two's complement weights, a warp a row.
__global__ void gemv_int4(const int *packed, const __half *scales, const float *x, float *y, int c)
{
    int row = blockIdx.x;
    int words = c / PER_WORD;
    float sum = 0.0f;
    for (int w = threadIdx.x; w < words; w += 32) {
        float scale = __half2float(scales[row * (c / GROUP) + w / (GROUP / PER_WORD)]);
        sum = fmaf(scale, dot_word(packed[row * words + w], x + w * PER_WORD), sum);
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        y[row] = sum;
}
