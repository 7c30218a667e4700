// fpcheck: most_similar <<<1, 32>>> query=@a_tanimoto_key_query.npy library=@a_tanimoto_key_library.npy best=empty:1 similarity=empty:1 n=40 --ref 'best=@a_tanimoto_key_best_ref.npy' --ref 'similarity=@a_tanimoto_key_similarity_ref.npy'
// expect: ok
// why: argmax by a packed key of a float's bits and the complemented index: similarities are not negative, so their bits order as integers do, and of equal ones the first wins
// figure: best[0] computed 17, exact 17 (0 of 1 differ); similarity[0] computed 0.833333313, MPFR 0.8333333333 (error 0.0024 of the tolerance)
#include <cuda_runtime.h>
__device__ float tanimoto(const unsigned* a, const unsigned* b)
{
    int both = 0, any = 0;
    for (int w = 0; w < 4; ++w) {
        both += __popc(a[w] & b[w]);
        any += __popc(a[w] | b[w]);
    }
    return any ? (float)both / (float)any : 0.0f;
}

__global__ void most_similar(const unsigned* query, const unsigned* library, int* best, float* similarity, int n)
{
    unsigned long long key = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        float s = tanimoto(query, library + 4 * i);
        unsigned long long k = ((unsigned long long)__float_as_uint(s) << 32) | (0xffffffffu - (unsigned)i);
        key = k > key ? k : key;
    }
    for (int o = 16; o > 0; o >>= 1) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, o);
        key = other > key ? other : key;
    }
    if (threadIdx.x == 0) {
        *best = (int)(0xffffffffu - (unsigned)key);
        *similarity = __uint_as_float((unsigned)(key >> 32));
    }
}
