// fpcheck: altitudes <<<1, 32>>> packed=[1215602213,2149532227,259223821,2536817878,418539030,3345623191,1466331081,3552169571,1162941915,543597644,342903087,1708891707,2671322007] metres=empty:32 words=13 n=32 want=[1829.25,133,976.5,1853,1436.25,1469.5,1807.25,1612.25,1229,1226.25,1533.25,1045,504.25,1249,355.25,794.25,1397.5,1122.5,824.75,1413.75,1011.25,70,1000.25,721,868,46.25,227,1721.5,1802.25,648.5,191.5,1173.75] --ref 'metres=want' --tol rtol=1e-7,atol=0
// expect: ok
// why: values cross word boundaries and the last word has no successor: it is guarded, and shifts of 0 are what the funnel shift takes
// figure: metres[31] computed 1173.75, MPFR 1173.75
// Altimeter record: 13-bit codes of a quarter metre above -100 m, packed without gaps.
#define BITS 13

__device__ unsigned code_at(const unsigned *packed, int i, int words)
{
    int bit = i * BITS;
    int w = bit >> 5;
    unsigned low = packed[w];
    unsigned high = w + 1 < words ? packed[w + 1] : 0u;
    return __funnelshift_r(low, high, bit & 31) & ((1u << BITS) - 1u);
}

__global__ void altitudes(const unsigned *packed, float *metres, int words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        metres[i] = fmaf((float)code_at(packed, i, words), 0.25f, -100.0f);
}
