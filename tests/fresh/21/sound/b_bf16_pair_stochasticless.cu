// fpcheck: pack_weights<<<1, 64>>> w=[1.00390625,1.01171875,7.7221,1.4454,1.9306,-0.6238,0.1749,1.0102,0.5853,-1.8279,1.844,1.4712,-0.3548,-2.1577,-2.6381,-3.0241,0.8299,-1.0527,2.6132,-2.6633,2.1773,0.0807,-1.7066,3.1337,0.452,2.3707,3.2732,1.4835,-1.4617,0.5574,3.0134,-1.8703,1.6372,-0.5871,-1.4453,-1.6854,-3.2437,-0.7943,1.1368,-5.9308,-1.1999,0.622,-1.193,2.2119,-2.4323,2.099,2.3731,1.1234,-2.2539,5.2072,-0.7958,1.4629,-2.9646,-2.1665,1.0898,-4.2018,1.2532,5.1263,-4.2885,-0.9392,2.4386,-1.1313,2.3579,0.4185] packed=empty:32 back=empty:64 pairs=32
// expect: ok
// why: the hand-made rounding adds 0x7fff and the last kept bit, which is round to nearest even, and each half lands in its place
// figure: computed back[0] = 1 (tie to even), MPFR 1.00390625: half an ulp of bfloat16, as it must be
#include <cstdint>

__device__ uint32_t to_bf16(float x)
{
    uint32_t u = __float_as_uint(x);
    if (x != x)
        return 0x7fc0u;
    u += 0x7fffu + ((u >> 16) & 1u);
    return u >> 16;
}

__global__ void pack_weights(const float *w, uint32_t *packed, float *back, int pairs)
{
    int i = threadIdx.x;
    if (i >= pairs)
        return;
    uint32_t pair = to_bf16(w[2 * i]) | (to_bf16(w[2 * i + 1]) << 16);
    packed[i] = pair;
    back[2 * i] = __uint_as_float(pair << 16);
    back[2 * i + 1] = __uint_as_float(pair & 0xffff0000u);
}
