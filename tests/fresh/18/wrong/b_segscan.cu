// fpcheck: scan16 <<<1, 64>>> w=arange:64 cdf=empty:64 --ref cdf=@b_segscan_ref.npy --tol rtol=1e-5,atol=0
// expect: error shuffle width at line 21: the total is fetched without the width of 16, so the second row of each warp is divided by the first row's total
// why: the total is fetched without the width of 16, so the second row of each warp is divided by the first row's total
// figure: cdf[31] computed 3.133333, MPFR 1
// Inclusive scan of 16-wide rows of sampling weights, then normalised to a CDF.
__device__ float row_scan(float v)
{
    int lane = threadIdx.x & 15;
    for (int d = 1; d < 16; d <<= 1) {
        float o = __shfl_up_sync(0xffffffffu, v, d, 16);
        if (lane >= d)
            v += o;
    }
    return v;
}

__global__ void scan16(const float *w, float *cdf)
{
    int t = threadIdx.x;
    float s = row_scan(w[t]);
    float total = __shfl_sync(0xffffffffu, s, 15);
    cdf[t] = s / total;
}
