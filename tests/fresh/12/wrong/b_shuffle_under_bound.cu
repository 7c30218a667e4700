// fpcheck: daily_high <<<3, 32>>> price=uniform(90,110):3x20 high=empty:3 ticks=20
// expect: error shuffle at line 14
// why: the shuffle names all 32 lanes in its mask, but stands in a branch that lanes at the tail do not take: undefined.
// figure: undefined (lanes in the mask never arrive)
// The highest price of each day, one warp a day, at most 32 ticks a day.
__global__ void daily_high(const float *price, float *high, int ticks)
{
    const int lane = threadIdx.x;
    const int day = blockIdx.x;
    float v = lane < ticks ? price[day * ticks + lane] : 0.0f;

    for (int offset = 16; offset > 0; offset /= 2) {
        if (lane + offset < ticks) {
            float other = __shfl_down_sync(0xffffffff, v, offset);
            v = v > other ? v : other;
        }
    }

    if (lane == 0)
        high[day] = v;
}
