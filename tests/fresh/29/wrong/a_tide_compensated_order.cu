// fpcheck: tide_mean <<<1, 32>>> level=@a_tide_level.npy total=empty:1 n=96
// expect: error compensation at line 13
// why: Fast2Sum needs the larger operand first; the running sum is smaller than many samples, so the error term is wrong and the compensation noise
// figure: computed total = 38, MPFR 52.96
// Sum of a gauge's record with outliers, a compensated sum in every lane, then over the lanes.
struct Sum {
    float high, low;
};

__device__ Sum fast_two_sum(float a, float b)
{
    float s = a + b;
    return {s, b - (s - a)};
}

__device__ void add(Sum &sum, float x)
{
    Sum s = fast_two_sum(sum.high, x);
    sum.high = s.high;
    sum.low += s.low;
}

__global__ void tide_mean(const float *level, float *total, int n)
{
    int lane = threadIdx.x;
    Sum sum = {0.0f, 0.0f};
    for (int i = lane; i < n; i += 32)
        add(sum, level[i]);
    for (int d = 16; d > 0; d >>= 1) {
        float high = __shfl_down_sync(0xffffffffu, sum.high, d);
        float low = __shfl_down_sync(0xffffffffu, sum.low, d);
        add(sum, high);
        sum.low += low;
    }
    if (lane == 0)
        total[0] = sum.high + sum.low;
}
