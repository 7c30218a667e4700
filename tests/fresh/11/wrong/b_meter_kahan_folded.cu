// fpcheck: meter_totals <<<1, 32>>> start=[4194304.0,4194304.0,5000000.0] pulses=const(0.2):3000 total=empty:3 n=1000 meters=3
// expect: error absorbed at line 14
// why: the compensation is t - (sum + y), which is 0 by definition of t; so the sum is a plain one and every pulse of 0.2 falls below half an ulp
// figure: computed total[0] = 4194304, MPFR 4194504
// Energy meters of a simulated grid: a counter value and many small pulses each.
struct Compensated {
    float sum, c;
};

__device__ void add(Compensated &a, float x)
{
    float y = x - a.c;
    float t = a.sum + y;
    a.c = t - (a.sum + y);
    a.sum = t;
}

__global__ void meter_totals(const float *start, const float *pulses, float *total, int n, int meters)
{
    int m = threadIdx.x;
    if (m >= meters)
        return;
    Compensated acc = {start[m], 0.0f};
    for (int i = 0; i < n; i++)
        add(acc, pulses[i * meters + m]);
    total[m] = acc.sum;
}
