// fpcheck: q4_dot <<<1, 32>>> packed=[3255781442,2330061959,3022748296,1416264940] x=[-98,-27,33,-2,42,45,42,-112,117,14,103,-58,-35,97,-80,-111,-32,46,-96,94,-41,-70,11,101,98,95,-49,-123,71,53,69,-127] y=empty:1 scale=0.03125 want=[14.875] ref=y=want --tol rtol=1e-5,atol=0
// expect: ok
// why: the nibble is shifted to the top as unsigned and back as signed, which extends its sign; integer sums are exact, one rounding at the end
// figure: computed y[0] = 14.875, right 14.875: exact, tolerance 1e-5
// One block of 32 four-bit weights (two's complement nibbles) times 32 int8 activations, a lane each.
__device__ int nibble(unsigned word, int k)
{
    return (int)(word << (28 - 4 * k)) >> 28;
}

__global__ void q4_dot(const unsigned *packed, const signed char *x, float *y, float scale)
{
    int lane = threadIdx.x;
    int s = nibble(packed[lane >> 3], lane & 7) * x[lane];
    for (int m = 16; m > 0; m >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, m);
    if (lane == 0)
        *y = (float)s * scale;
}
