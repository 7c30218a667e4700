// fpcheck: meter_totals <<<1, 32>>> start=[4194304.0,4194304.0,5000000.0] pulses=const(0.2):3000 total=empty:3 n=1000 meters=3
// expect: ok
// why: every pulse is below half an ulp of the counter, but Neumaier's compensation keeps what is lost
// figure: computed total[0] = 4194504, MPFR 4194504; error 6e-06 ulp, allowed some
struct Compensated {
    float sum, c;
};

__device__ void add(Compensated &a, float x)
{
    float t = a.sum + x;
    if (fabsf(a.sum) >= fabsf(x))
        a.c += (a.sum - t) + x;
    else
        a.c += (x - t) + a.sum;
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
    total[m] = acc.sum + acc.c;
}
