// fpcheck: drift<<<1, 32>>> work=[0.82450265,0.8271467,0.563793,0.35722125,0.14853764,0.445032,0.4676259,0.14074768,0.14388195,0.9992585,0.6871322,0.31105918,0.49145278,0.9767676,0.90790987,0.8598079,30000000,-125000000,70000000,25000000,150000000,-60000000,-90000000,-0,0.4531642,0.5437207,0.70902044,0.15472244,0.6000365,0.34430644,0.8916861,0.157793] total=empty:1
// expect: error broken compensated sum at line 13
// why: Fast2Sum needs |a.hi| >= |b.hi|; lane i adds the far larger lane i + o, so the error term itself is rounded away
// figure: computed 9.37246704, MPFR 13.0063266
// Energy drift of a planetary integration: the work terms cancel nearly, so the warp carries a second float.
struct Pair {
    float hi, lo;
};

__device__ Pair add(Pair a, Pair b)
{
    float s = a.hi + b.hi;
    float e = b.hi - (s - a.hi);
    return {s, a.lo + b.lo + e};
}

__global__ void drift(const float *work, float *total)
{
    Pair p{work[threadIdx.x], 0.0f};
    for (int o = 16; o > 0; o >>= 1) {
        Pair q{__shfl_down_sync(0xffffffffu, p.hi, o), __shfl_down_sync(0xffffffffu, p.lo, o)};
        p = add(p, q);
    }
    if (threadIdx.x == 0)
        total[0] = p.hi + p.lo;
}
