// fpcheck: pack_values <<<1, 32>>> value=[-0.8706766,0.49054518,-0.77352095,0.47393394,-0.94595873,-0.13686565,1.4038113,-1.3437936,-1.3794345,-1.1363587,-0.0029403726,-0.13921298,-1.2605053,2.4110622,-0.46632725,-1.055733] cache=empty:16 pairs=8 want=[-0.87109375,0.490234375,-0.7734375,0.474609375,-0.9453125,-0.13671875,1.40625,-1.34375,-1.3828125,-1.1328125,-0.0029449462890625,-0.1396484375,-1.2578125,2.40625,-0.466796875,-1.0546875] ref=cache=want --tol rtol=0,atol=0
// expect: ok
// why: bf16 pairs by hand: half an ulp is added to the word as an integer and the selector 0x7632 takes both upper halves, the first value into the low one
// figure: computed cache[0] = -0.87109375, MPFR -0.87109375: error 0 against 0
#include <cuda_bf16.h>
// Values of a cache in bf16, two in a word, rounded to nearest even.
__device__ __forceinline__ unsigned nearest(float v)
{
    unsigned u = __float_as_uint(v);
    return u + 0x7fffu + ((u >> 16) & 1u);
}

__global__ void pack_values(const float *value, __nv_bfloat16 *cache, int pairs)
{
    unsigned *words = reinterpret_cast<unsigned *>(cache);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x)
        words[i] = __byte_perm(nearest(value[2 * i]), nearest(value[2 * i + 1]), 0x7632);
}
