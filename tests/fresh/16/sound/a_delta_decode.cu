// fpcheck: decode <<<1, 32>>> word=[1985229328, 4275878552, 305419896, 2596069104]:u32 out=empty:32:i32 first=-5 --ref out=@a_delta_decode.npy
// expect: ok
// why: nibbles are sign-extended by two shifts, and the inclusive scan of the warp adds the first value once
// figure: computed out[31] = -21, MPFR -21; error 0
// A column packed as 4-bit signed deltas, eight a word, lowest nibble first.
__global__ void decode(const unsigned *word, int *out, int first)
{
    int lane = threadIdx.x;
    unsigned w = word[lane >> 3];
    int d = (int)(w << (28 - 4 * (lane & 7))) >> 28;
    for (int o = 1; o < 32; o <<= 1) {
        int y = __shfl_up_sync(0xffffffffu, d, o);
        if (lane >= o)
            d += y;
    }
    out[lane] = first + d;
}
