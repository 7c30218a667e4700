// fpcheck: net_flow <<<1, 32>>> flow=[113099410.0,0.0625,110635256.0,0.125,107416130.0,0.1875,108359840.0,0.25,108202560.0,0.3125,108947050.0,0.375,113256696.0,0.4375,105811810.0,0.5,108779270.0,0.5625,113151840.0,0.625,112816290.0,0.6875,111191000.0,0.75,106231230.0,0.8125,108632470.0,0.875,113990696.0,0.9375,115112670.0,1.0,112271030.0,1.0625,106545810.0,1.125,114074584.0,1.1875,106556296.0,1.25,-113099410.0,-110635256.0,-107416130.0,-108359840.0,-108202560.0,-108947050.0,-113256696.0,-105811810.0,-108779270.0,-113151840.0,-112816290.0,-111191000.0,-106231230.0,-108632470.0,-113990696.0,-115112670.0,-112271030.0,-106545810.0,-114074584.0,-106556296.0] net=empty:1 n=60 want=[13.125] ref=net=want --tol rtol=1e-6
// expect: ok
// why: large flows cancel and small ones remain, but every sum keeps its rounding error, also where the sums of two lanes are merged
// figure: computed 13.125, MPFR 13.125 (double-float sums are exact here to 1e-7 relative or so)
struct Pair {
    float hi, lo;
};

// Knuth's sum with its error; the intrinsics keep the compiler from fusing anything.
__device__ inline Pair two_sum(float a, float b)
{
    float s = __fadd_rn(a, b);
    float bb = __fsub_rn(s, a);
    float e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, bb)), __fsub_rn(b, bb));
    return {s, e};
}

__device__ inline Pair merge(Pair a, Pair b)
{
    Pair s = two_sum(a.hi, b.hi);
    Pair t = two_sum(a.lo, b.lo);
    Pair u = two_sum(s.hi, __fadd_rn(s.lo, t.hi));
    return two_sum(u.hi, __fadd_rn(u.lo, t.lo));
}

__global__ void net_flow(const float *flow, float *net, int n)
{
    Pair sum = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32)
        sum = merge(sum, {flow[i], 0.0f});
    for (int d = 16; d > 0; d >>= 1) {
        Pair other;
        other.hi = __shfl_xor_sync(0xffffffffu, sum.hi, d);
        other.lo = __shfl_xor_sync(0xffffffffu, sum.lo, d);
        sum = merge(sum, other);
    }
    if (threadIdx.x == 0)
        net[0] = sum.hi + sum.lo;
}
