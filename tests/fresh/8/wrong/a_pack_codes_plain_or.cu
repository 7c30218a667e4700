// fpcheck: pack_codes<<<1, 64>>> x=uniform(0,31):64 words=inout:zeros:10 n=64 bits=5
// expect: error race at line 16
// why: several threads read, change and write the same word without an atomic: codes of neighbours are lost
// figure: words[0] holds codes 0..6: computed the or of one thread's code with what it read (lanes in lockstep: one code survives), right all seven codes; a race
#include <cuda_runtime.h>

// n codes of a few bits each, back to back; words must be zero before
__global__ void pack_codes(const float *x, unsigned *words, int n, int bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned code = min((unsigned)(x[i] + 0.5f), (1u << bits) - 1u);
    int position = i * bits;
    int word = position >> 5, shift = position & 31;
    words[word] |= code << shift;
    if (shift + bits > 32)
        words[word + 1] |= code >> (32 - shift);
}
