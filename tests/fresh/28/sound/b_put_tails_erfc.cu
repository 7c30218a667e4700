// fpcheck: price_digitals <<<1, 64>>> spot=@b_pt_spot.npy strike=@b_pt_strike.npy years=@b_pt_years.npy put=empty:40 rate=0.03 sigma=0.2 n=40 ref=put=@b_pt_put.npy --tol rtol=1e-9,atol=0
// expect: ok
// why: cash-or-nothing puts far out of the money are worth 1e-9 and less; each probability is its own erfc, so nothing is subtracted from 1
// figure: computed 9.2416861e-25, MPFR 9.2416861e-25 (worst element of a float model of the kernel: error 1.4e-38, tolerance 9.2e-34)
__device__ double tail(double x)
{
    return 0.5 * erfc(x * 0.70710678118654752440);
}

__global__ void price_digitals(const float *spot, const float *strike, const float *years, double *put, double rate, double sigma, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double root = sigma * sqrt((double)years[i]);
    double d2 = (log((double)spot[i] / (double)strike[i]) + (rate - 0.5 * sigma * sigma) * years[i]) / root;
    put[i] = exp(-rate * years[i]) * tail(d2);
}
