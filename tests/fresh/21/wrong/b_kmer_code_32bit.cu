// fpcheck: distinct_kmers<<<1, 128>>> text=[65,71,84,84,71,84,84,84,65,67,71,67,67,71,84,71,65,71,84,65,71,67,67,71,84,84,71,84,84,84,65,67,71,67,67,71,84,71,65,71,84,65,71,84,84,71,84,84,84,65,67,71,67,67,71,84,71,65] first=empty:42 length=58 k=17 want=[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,1,2,3,4,27,28,29,30,31,32,33,34,35,36,37,38,39,40,0] --ref 'first=want' --tol bitwise
// expect: error mismatch at line 22
// why: 17 bases need 34 bits; the 32-bit code forgets the first base, so two words that differ there alone are taken for the same word
// figure: computed first[22] = 0, MPFR 22
#include <cstdint>

__device__ uint32_t base_code(uint8_t c)
{
    switch (c)
    {
    case 'A': return 0;
    case 'C': return 1;
    case 'G': return 2;
    default:  return 3;
    }
}

__device__ uint32_t kmer_at(const uint8_t *text, int at, int k)
{
    uint32_t code = 0;
    for (int j = 0; j < k; ++j)
        code = (code << 2) | base_code(text[at + j]);
    return code;
}

// For every window the first window with the same word.
__global__ void distinct_kmers(const uint8_t *text, int *first, int length, int k)
{
    __shared__ uint32_t words[128];
    int at = threadIdx.x;
    int windows = length - k + 1;
    if (at < windows)
        words[at] = kmer_at(text, at, k);
    __syncthreads();
    if (at >= windows)
        return;
    int found = at;
    for (int j = at - 1; j >= 0; --j)
        if (words[j] == words[at])
            found = j;
    first[at] = found;
}
