// fpcheck: pack_deltas <<<1, 32>>> time=[1000,1003,1010,1011,1040,1041,1047,1100,1101,1163,1170,1175,1176,1180,1199,1200,1201,1230,1231,1240,1250,1260,1270,1280,1290,1300,1310,1320,1330,1340,1350,1360] words=empty:6 back=empty:32 want=[1000,1003,1010,1011,1040,1041,1047,1100,1101,1163,1170,1175,1176,1180,1199,1200,1201,1230,1231,1240,1250,1260,1270,1280,1290,1300,1310,1320,1330,1340,1350,1360] ref=back=want --tol bitwise
// expect: ok
// why: fields of six bits straddle words; the part beyond a word is written only where there is one, and the shift by 32 - at is never by 32 there
// figure: computed back[9] = 1163, MPFR 1163; error 0, tolerance 0
#define BITS 6
#define WORDS 6

__device__ void put(unsigned *words, int index, unsigned value)
{
    int bit = index * BITS;
    int w = bit >> 5, at = bit & 31;
    atomicOr(&words[w], value << at);
    if (at + BITS > 32)
        atomicOr(&words[w + 1], value >> (32 - at));
}

__device__ unsigned get(const unsigned *words, int index)
{
    int bit = index * BITS;
    int w = bit >> 5;
    unsigned hi = w + 1 < WORDS ? words[w + 1] : 0u;
    return __funnelshift_r(words[w], hi, bit & 31) & ((1u << BITS) - 1);
}

__global__ void pack_deltas(const int *time, unsigned *words, int *back)
{
    __shared__ unsigned s[WORDS];
    int t = threadIdx.x;
    if (t < WORDS)
        s[t] = 0;
    __syncwarp();
    int delta = t > 0 ? time[t] - time[t - 1] : 0;
    put(s, t, (unsigned)delta);
    __syncwarp();
    int sum = (int)get(s, t);
    for (int o = 1; o < 32; o <<= 1) {
        int y = __shfl_up_sync(0xffffffffu, sum, o);
        if (t >= o)
            sum += y;
    }
    back[t] = time[0] + sum;
    if (t < WORDS)
        words[t] = s[t];
}
