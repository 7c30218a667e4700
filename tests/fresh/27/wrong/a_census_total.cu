// fpcheck: census_total <<<1, 32>>> base=const(100000000):4 extra=ones:4x8192 total=empty:4 rows=4 n=8192
// expect: error compensated sum with the sign of the correction reversed at line 12
// why: the correction (t - s) - y is the negative of what was lost and must be subtracted; it is added, which doubles the error
// figure: computed 100000000.0, MPFR 100008192.0
// District totals: a large register count and many small corrections, by a compensated sum.
struct Sum {
    float s, c;
};

__device__ void add(Sum &a, float x)
{
    float y = x + a.c;
    float t = a.s + y;
    a.c = (t - a.s) - y;
    a.s = t;
}

__global__ void census_total(const float *base, const float *extra, float *total, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    Sum sum = {0.0f, 0.0f};
    add(sum, base[r]);
    for (int k = 0; k < n; k++)
        add(sum, extra[r * n + k]);
    total[r] = sum.s;
}
