// fpcheck: pack_codes<<<1, 64>>> x=uniform(0,31):64 words=inout:zeros:10 n=64 bits=5
// expect: ok
// why: several threads write bits of the same word, by atomicOr into zeroed words, so that no order matters; a code that ends a word does not touch the next one
// figure: words[0] is the or of codes 0..6, each 5 bits at 5 i: equal in every order
#include <cuda_runtime.h>

__global__ void pack_codes(const float *x, unsigned *words, int n, int bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned code = min(__float2uint_rn(x[i]), (1u << bits) - 1u);
    int position = i * bits;
    int word = position >> 5, shift = position & 31;
    atomicOr(&words[word], code << shift);
    if (shift + bits > 32)
        atomicOr(&words[word + 1], code >> (32 - shift));
}
