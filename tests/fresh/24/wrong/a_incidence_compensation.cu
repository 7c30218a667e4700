// fpcheck: cumulative_cases <<<1, 32>>> initial=[67108864,1e8] daily=const(1.5):2x2000 total=empty:2 regions=2 days=2000
// expect: error compensated sum broken by reordering at line 13
// why: the correction is (sum + y) - t, which is zero as t is just that sum rounded, instead of (t - sum) - y: additions of 1.5 to 6.7e7 are lost or doubled
// figure: computed total[0]=67108864, MPFR 67111864
// Cumulative cases of a region since the start of the epidemic, with Kahan's summation
struct Running {
    float sum, lost;

    __device__ void add(float value)
    {
        float y = value - lost;
        float t = sum + y;
        lost = t - (sum + y);
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
