// fpcheck: rain_totals <<<1, 32>>> mm=const(0.1):4x8192 total=empty:4 gauges=4 steps=8192
// expect: ok
// why: the correction is of the error of the sum so far and looks like zero in algebra
// figure: total[0]: computed 819.200012, MPFR 819.200012
// Long totals of rain gauges, compensated.
struct Sum {
    float value;
    float correction;
};

__device__ void add(Sum *s, float x)
{
    float y = x - s->correction;
    float t = s->value + y;
    s->correction = (t - s->value) - y;
    s->value = t;
}

__global__ void rain_totals(const float *mm, float *total, int gauges, int steps)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= gauges)
        return;
    Sum s = {0.0f, 0.0f};
    for (int k = 0; k < steps; k++)
        add(&s, mm[g * steps + k]);
    total[g] = s.value;
}
