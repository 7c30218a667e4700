// fpcheck: unpack_int4 <<<1, 32>>> packed=[2775678111,637743958] scale=0.037109375 w=empty:16 words=2 want=[0.259765625,-0.259765625,0.037109375,-0.037109375,0.1484375,-0.111328125,-0.037109375,0.07421875,-0.07421875,-0.185546875,-0.111328125,-0.296875,-0.185546875,-0.07421875,-0.185546875,-0.22265625] ref=w=want --tol rtol=1e-3,atol=0
// expect: ok
// why: bits are pushed into the mantissa of 1024 in binary16 and 1032 is taken off: exact for all sixteen values, with one rounding in the scale
// figure: w[0] = 0.259765625 against 0.259765625, error 0.0e+00 of 1e-3
#include <cuda_fp16.h>

// Int4 weights, interleaved so that one AND gives two halves: nibbles k and k + 4 are neighbours.
__device__ __half2 two(unsigned word, int k)
{
    unsigned bits = ((word >> (4 * k)) & 0x000f000fu) | 0x64006400u; // 1024 + q, twice
    __half2 h;
    *reinterpret_cast<unsigned *>(&h) = bits;
    return __hsub2(h, __float2half2_rn(1032.0f));
}

__global__ void unpack_int4(const unsigned *packed, float scale, __half *w, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words)
        return;
    __half2 s = __float2half2_rn(scale);
    for (int k = 0; k < 4; k++) {
        __half2 v = __hmul2(two(packed[i], k), s);
        w[8 * i + 2 * k] = __low2half(v);
        w[8 * i + 2 * k + 1] = __high2half(v);
    }
}
