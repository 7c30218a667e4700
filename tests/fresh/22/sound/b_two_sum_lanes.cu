// fpcheck: energy <<<1, 32>>> start=[16777216.0] dose=const(1):500 total=empty:1 n=500 want=[16777716] ref=total=want --tol rtol=1e-7,atol=0
// expect: ok
// why: the lanes hold pairs of sum and error by TwoSum, which are merged pairwise: the large start and the small doses never lose anything
// figure: computed total[0] = 16777716, right 16777716: exact
// Dose accumulated over the fractions of a plan: one warp, unevaluated pairs.
struct Pair { float hi, lo; };

__device__ Pair two_sum(float a, float b)
{
    float s = a + b;
    float bb = s - a;
    float e = (a - (s - bb)) + (b - bb);
    return {s, e};
}

__device__ Pair add(Pair p, Pair q)
{
    Pair s = two_sum(p.hi, q.hi);
    float low = s.lo + (p.lo + q.lo);
    return two_sum(s.hi, low);
}

__global__ void energy(const float *start, const float *dose, float *total, int n)
{
    int lane = threadIdx.x;
    Pair sum = {lane == 0 ? start[0] : 0.0f, 0.0f};
    for (int k = lane; k < n; k += 32)
        sum = add(sum, Pair{dose[k], 0.0f});
    for (int m = 16; m > 0; m >>= 1) {
        Pair other;
        other.hi = __shfl_down_sync(0xffffffffu, sum.hi, m);
        other.lo = __shfl_down_sync(0xffffffffu, sum.lo, m);
        sum = add(sum, other);
    }
    if (lane == 0)
        *total = sum.hi + sum.lo;
}
