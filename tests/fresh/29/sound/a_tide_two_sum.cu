// fpcheck: tide_sum <<<1, 32>>> level=@a_tide_level.npy total=empty:1 n=96 want=[52.959999978542328] ref=total=want --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: outliers of 1e8 cancel in the sum, but Knuth's two-sum keeps every rounding whatever the order of its operands
// figure: computed total = 52.9599991, MPFR 52.95999998: relative error 1.7e-08 of 1e-5
// Sum of a gauge's record with outliers, a double-float sum in every lane, then over the lanes.
struct Sum {
    float high, low;
};

__device__ Sum two_sum(float a, float b)
{
    float s = a + b;
    float bb = s - a;
    return {s, (a - (s - bb)) + (b - bb)};
}

__device__ void add(Sum &sum, float high, float low)
{
    Sum s = two_sum(sum.high, high);
    sum.high = s.high;
    sum.low += s.low + low;
}

__global__ void tide_sum(const float *level, float *total, int n)
{
    int lane = threadIdx.x;
    Sum sum = {0.0f, 0.0f};
    for (int i = lane; i < n; i += 32)
        add(sum, level[i], 0.0f);
    for (int d = 16; d > 0; d >>= 1) {
        float high = __shfl_down_sync(0xffffffffu, sum.high, d);
        float low = __shfl_down_sync(0xffffffffu, sum.low, d);
        add(sum, high, low);
    }
    if (lane == 0)
        total[0] = sum.high + sum.low;
}
