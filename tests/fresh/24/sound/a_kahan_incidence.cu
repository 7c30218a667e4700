// fpcheck: cumulative_cases <<<1, 32>>> initial=[67108864,1e8] daily=const(1.5):2x2000 total=empty:2 regions=2 days=2000 want=[67111864,100003000] --ref total=want --tol rtol=1.2e-7,atol=0
// expect: ok
// why: 1.5 is below half an ulp of 6.7e7, but the correction (t - sum) - y is taken with explicit roundings and nothing is lost
// figure: total[0] computed 67111864, MPFR 67111864, tolerance 8
// Cumulative cases of a region since the start of the epidemic, with Kahan's summation
struct Running {
    float sum, lost;

    __device__ void add(float value)
    {
        float y = __fsub_rn(value, lost);
        float t = __fadd_rn(sum, y);
        lost = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
};

__global__ void cumulative_cases(const float *initial, const float *daily, float *total, int regions, int days)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= regions)
        return;
    Running cases{initial[r], 0.0f};
    for (int d = 0; d < days; d++)
        cases.add(daily[r * days + d]);
    total[r] = cases.sum;
}
