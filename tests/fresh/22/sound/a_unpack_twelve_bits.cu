// fpcheck: unpack <<<1, 64>>> words=[4048896451,2827327127,3040380989,820770152,3293935320,121614643,1814671818,3616084178,1440255811,315866466,3697676526,815380501,3049013811,3074945875,4137200307] x=empty:40 base=250.0 step=0.03125 words_n=15 n=40 want=[264.09375,292.625,313.53125,325.28125,318.15625,280.8125,318.25,340.59375,293.25,367.96875,315.5,309.40625,284.65625,275.875,375.53125,253.59375,264.3125,270.84375,269.375,258.40625,310.28125,283.90625,318.46875,292.90625,357.0625,355.84375,362.5625,258.4375,349.1875,260.90625,327.75,274.28125,267.59375,344.125,279.65625,371.65625,308.21875,339.84375,319.3125,373.28125] ref=x=want --tol 2ulp
// expect: ok
// why: 12-bit values lie across word boundaries; the funnel shift takes both words, and the one behind the last is not read
// figure: computed 313.53125 at x[2], MPFR 313.53125: exact, tolerance 2 ulp
// Unpacks a temperature field of 12 bits a value, lowest bits first.
__device__ unsigned field(const unsigned *words, int words_n, int i)
{
    int bit = 12 * i;
    int w = bit >> 5;
    unsigned low = words[w];
    unsigned high = w + 1 < words_n ? words[w + 1] : 0u;
    return __funnelshift_r(low, high, bit & 31) & 0xfffu;
}

__global__ void unpack(const unsigned *words, float *x, float base, float step, int words_n, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = fmaf((float)field(words, words_n, i), step, base);
}
