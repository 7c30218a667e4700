// fpcheck: pack_keys <<<1, 32>>> key=[-2.2268262,0.21719757,2.4326763,-0.9388848,1.0485357,0.71184903,-0.49114385,-1.0273114,0.992463,-0.6790829,0.83746195,-1.0962993,1.4178346,-0.87255305,-0.1628041,-0.6497411] cache=empty:16 pairs=8 want=[-2.234375,0.216796875,2.4375,-0.9375,1.046875,0.7109375,-0.490234375,-1.0234375,0.9921875,-0.6796875,0.8359375,-1.09375,1.4140625,-0.87109375,-0.1630859375,-0.6484375] ref=cache=want --tol rtol=4e-3,atol=0
// expect: error wrong-half at line 15
// why: the byte selector 0x5410 takes the low halves of both rounded words, that is the discarded mantissa bits, and not the upper halves 0x7632
// figure: computed cache[0] = 2.45678e-36 (low mantissa bits read as bf16), MPFR -2.234375
#include <cuda_bf16.h>
// Keys of a cache in bf16, two in a word: rounded to nearest even by hand, then one byte permutation.
__device__ __forceinline__ unsigned round_up_half(float v)
{
    unsigned u = __float_as_uint(v);
    return u + 0x7fffu + ((u >> 16) & 1u);
}

__device__ __forceinline__ unsigned pair(float lo, float hi)
{
    return __byte_perm(round_up_half(lo), round_up_half(hi), 0x5410);
}

__global__ void pack_keys(const float *key, __nv_bfloat16 *cache, int pairs)
{
    unsigned *words = reinterpret_cast<unsigned *>(cache);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x)
        words[i] = pair(key[2 * i], key[2 * i + 1]);
}
