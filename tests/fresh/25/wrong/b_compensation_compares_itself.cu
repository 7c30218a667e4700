// fpcheck: total <<<1, 32>>> x=const(0.75):4096 total_out=empty:1 mean=empty:1 start=16777216.0 n=4096 want=[16780288.0] ref=total_out=want --tol rtol=1e-6,atol=0
// expect: error compensation lost at line 14
// why: the correction compares t with the same rounded sum once more, so it is always 0, and every 0.75 added to 2^24 is lost
// figure: computed total_out[0] 16777216, MPFR 16780288
// Continues a running total with Kahan's summation, and the mean of the new part.
struct Total {
    float sum, correction;
};

__device__ void add(Total &a, float x)
{
    float y = x - a.correction;
    float t = a.sum + y;
    a.correction = t - (a.sum + y);
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
    *total_out = all.sum;
    *mean = part.sum / (float)n;
}
