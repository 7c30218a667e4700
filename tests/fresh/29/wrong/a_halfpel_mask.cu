// fpcheck: half_pel <<<1, 32>>> row=[933609490,91,1909598424,2532344691,1706809936,3299906992,4123599075] out=empty:6 words=6 want=[1231991657,1811939374,1923251584,1942207099,2341522325,3569001379] ref=out=want --tol bitwise
// expect: error mismatch at line 8
// why: the mask lets the lowest bit of byte 3 shift into the top bit of byte 2
// figure: computed out[4] = 2333133717 (0x8b10cb95), right 2341522325 (0x8b90cb95)
// Horizontal half-sample interpolation, four pixels a word: the rounded-up mean of a pixel and its right neighbour.
__device__ unsigned mean_up(unsigned a, unsigned b)
{
    return (a | b) - (((a ^ b) & 0xfffefefeu) >> 1);
}

__global__ void half_pel(const unsigned *row, unsigned *out, int words)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= words)
        return;
    unsigned here = row[w];
    unsigned next = row[w + 1];
    unsigned right = __funnelshift_r(here, next, 8);
    out[w] = mean_up(here, right);
}
