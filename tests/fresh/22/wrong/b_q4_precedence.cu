// fpcheck: q4_dot <<<1, 32>>> packed=[3255781442,2330061959,3022748296,1416264940] x=[-98,-27,33,-2,42,45,42,-112,117,14,103,-58,-35,97,-80,-111,-32,46,-96,94,-41,-70,11,101,98,95,-49,-123,71,53,69,-127] y=empty:1 scale=0.03125 want=[14.875] ref=y=want --tol rtol=1e-5,atol=0
// expect: error mismatch at line 10
// why: - binds tighter than &: q & 7 - (q & 8) is q & (7 - (q & 8)), which is q itself, 8 to 15, where the weight should be -8 to -1
// figure: computed y[0] = 75.375, right 14.875
// One block of 32 four-bit weights (two's complement nibbles) times 32 int8 activations, a lane each.
__global__ void q4_dot(const unsigned *packed, const signed char *x, float *y, float scale)
{
    int lane = threadIdx.x;
    int q = (int)(packed[lane >> 3] >> (4 * (lane & 7))) & 15;
    int weight = q & 7 - (q & 8);
    int s = weight * x[lane];
    for (int m = 16; m > 0; m >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, m);
    if (lane == 0)
        *y = (float)s * scale;
}
