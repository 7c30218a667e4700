// fpcheck: pack <<<1, 64>>> residual=[12,15,30,17,25,22,21,17,3,30,22,28,8,3,17,9,23,21,30,7,24,3,28,7,2,17,18,8,4,2,22,0,17,16,22,19,14,23,0,11,9,24,8,2,3,6,9,22,4,6,31,20,15,24,5,9,18,27,14,7,23,26,20,23] words=empty:10 n=64 want=[1838741996,2388378509,4206316614,574556035,92554314,787077649,824379736,2093265484,1917415674,3174396859] ref=words=want --tol bitwise
// expect: ok
// why: codes straddle words and neighbours write the same word: by atomicOr in shared memory that was zeroed before a barrier
// figure: computed words[0]=1838741996, MPFR 1838741996 (exact)
// Packs 5-bit residuals of a lossless audio coder, lowest bits first. Up to 64 a block.
#define WIDTH 5
#define WORDS (64 * WIDTH / 32)

__device__ void put(unsigned *words, int position, unsigned code)
{
    const int bit = position * WIDTH;
    const int word = bit >> 5;
    const int shift = bit & 31;
    atomicOr(words + word, code << shift);
    if (shift > 32 - WIDTH)
        atomicOr(words + word + 1, code >> (32 - shift));
}

__global__ void pack(const int *residual, unsigned *words, int n)
{
    __shared__ unsigned packed[WORDS];
    const int t = threadIdx.x;
    if (t < WORDS)
        packed[t] = 0;
    __syncthreads();
    if (t < n)
        put(packed, t, (unsigned)residual[t] & 31u);
    __syncthreads();
    if (t < WORDS)
        words[t] = packed[t];
}
