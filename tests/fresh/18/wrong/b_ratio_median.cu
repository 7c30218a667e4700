// fpcheck: median_ratio <<<1, 32>>> num=[3, 0, 5, 8, 2, 1, 2, 3, 4, 5] den=[1, 0, 1, 2, 1, 1, 1, 1, 1, 1] med=empty:2 n=2 --ref med=@b_ratio_median_ref.npy --tol rtol=1e-5,atol=0
// expect: error sorting network with NaN at line 8: an empty cell gives 0/0; min and max both drop the NaN, so its partner is there twice and the median is of other numbers
// why: an empty cell gives 0/0; min and max both drop the NaN, so its partner is there twice and the median is of other numbers
// figure: med[0] computed 3.0, right 4 (sorted 2 3 4 5 NaN)
// Median of the five ratios of a cross-shaped window; empty cells (0/0) should sort last.
__device__ void order2(float &a, float &b)
{
    float lo = fminf(a, b);
    float hi = fmaxf(a, b);
    a = lo;
    b = hi;
}

__device__ void sort5(float (&v)[5])
{
    order2(v[0], v[1]);
    order2(v[3], v[4]);
    order2(v[2], v[4]);
    order2(v[2], v[3]);
    order2(v[1], v[4]);
    order2(v[0], v[3]);
    order2(v[0], v[2]);
    order2(v[1], v[3]);
    order2(v[1], v[2]);
}

__global__ void median_ratio(const float *num, const float *den, float *med, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v[5];
#pragma unroll
    for (int k = 0; k < 5; k++)
        v[k] = num[5 * i + k] / den[5 * i + k];
    sort5(v);
    med[i] = v[2];
}
