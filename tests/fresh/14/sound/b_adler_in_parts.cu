// fpcheck: adler <<<1, 32>>> bytes=[11,84,157,230,47,120,193,10,83,156,229,46,119,192,9,82,155,228,45,118,191,8,81,154,227,44,117,190,7,80,153,226,43,116,189,6,79,152,225,42,115,188,5,78,151,224,41,114,187,4,77,150,223,40,113,186,3,76,149,222,39,112,185,2,75,148,221,38,111,184,1,74,147,220,37,110,183,0,73,146,219,36,109,182,255,72,145,218,35,108,181,254,71,144,217,34] sum=empty:1 n=96 want=[928525425] ref=sum=want --tol bitwise
// expect: ok
// why: sums of a checksum in 32 bits that are only now and then reduced: 255 * 96 * 96 stays far below 2^32, and parts are joined with 64-bit products
// figure: computed 928525425, right 928525425: integers
// Adler-32: every lane takes a stretch, then stretches are joined from the left.
#define BASE 65521u

struct Adler {
    unsigned a, b, count; // a without its initial 1
};

__device__ inline Adler join(Adler l, Adler r)
{
    Adler s;
    s.count = l.count + r.count;
    s.a = (l.a + r.a) % BASE;
    s.b = (unsigned)((l.b + r.b + (unsigned long long)r.count * l.a) % BASE);
    return s;
}

__global__ void adler(const unsigned char *bytes, unsigned *sum, int n)
{
    int lane = threadIdx.x;
    int stretch = (n + 31) / 32;
    Adler mine = {0u, 0u, 0u};
    for (int i = lane * stretch; i < n && i < (lane + 1) * stretch; i++) {
        mine.a += bytes[i];
        mine.b += mine.a;
        mine.count++;
    }
    mine.a %= BASE;
    mine.b %= BASE;
    for (int d = 1; d < 32; d <<= 1) {
        Adler right;
        right.a = __shfl_down_sync(0xffffffffu, mine.a, d);
        right.b = __shfl_down_sync(0xffffffffu, mine.b, d);
        right.count = __shfl_down_sync(0xffffffffu, mine.count, d);
        if (lane % (2 * d) == 0)
            mine = join(mine, right);
    }
    if (lane == 0) {
        unsigned a = (1u + mine.a) % BASE;
        unsigned b = (mine.b + mine.count) % BASE;
        sum[0] = (b << 16) | a;
    }
}
