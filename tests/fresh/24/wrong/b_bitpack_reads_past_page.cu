// fpcheck: unpack <<<1, 32>>> page=[1147091791,3367012557,1396508699] value=empty:8 width=12 n=8 want=[2895,1523,3396,2188,2224,444,3336,1331] ref=value=want --tol rtol=0,atol=0.5
// expect: error out-of-bounds at line 16
// why: a value that ends exactly at a word boundary is taken for one that straddles it: the last one reads a word past the end of the page
// figure: computed value[7] = reads page[3] of 3 words, MPFR 1331
// Bit-packed integers of a fixed width, lowest bits first.
__global__ void unpack(const unsigned *page, unsigned *value, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int bit = i * width;
    int word = bit >> 5;
    int shift = bit & 31;
    unsigned v = page[word] >> shift;
    if (shift + width >= 32)
        v |= page[word + 1] << (32 - shift);
    unsigned mask = width == 32 ? 0xffffffffu : (1u << width) - 1u;
    value[i] = v & mask;
}
