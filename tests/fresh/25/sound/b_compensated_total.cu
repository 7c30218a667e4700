// fpcheck: total <<<1, 32>>> x=const(0.75):4096 total_out=empty:1 mean=empty:1 start=16777216.0 n=4096 want=[16780288.0] ref=total_out=want --tol rtol=2e-7,atol=0
// expect: ok
// why: 0.75 added to 2^24 is lost in float; TwoSum keeps every lost part in a second float, which is added once at the end
// figure: computed total_out[0] 16780288, MPFR 16780288; the lost parts are multiples of 1/4 below 2^12, exact
// Continues a running total by Neumaier's summation, and the mean of the new part.
struct Total {
    float sum, lost;
};

__device__ void add(Total &a, float x)
{
    float t = a.sum + x;
    float back = t - a.sum;
    a.lost += (a.sum - (t - back)) + (x - back);
    a.sum = t;
}

__global__ void total(const float *x, float *total_out, float *mean, float start, int n)
{
    if (threadIdx.x != 0)
        return;
    Total all = {start, 0.0f};
    Total part = {0.0f, 0.0f};
    for (int i = 0; i < n; i++) {
        add(all, x[i]);
        add(part, x[i]);
    }
    *total_out = all.sum + all.lost;
    *mean = (part.sum + part.lost) / (float)n;
}
