// fpcheck: european_put <<<1, 32>>> spot=[100.0,140.0,180.0,95.0,250.0] strike=[100.0,100.0,100.0,110.0,100.0] put=empty:5 rate=0.02 sigma=0.15 years=0.5 n=5 ref=put=@b_tail_put.npy --tol rtol=1e-8,atol=1e-28
// expect: ok
// why: far out of the money two terms nearly cancel to 1e-10 and less; with erfc for both tails and double throughout, nine digits of them stay
// figure: put[4]: computed 2.30468050695e-18, MPFR 2.30468050695e-18
#include <cuda_runtime.h>

// Distribution function of the normal, good in the lower tail.
__device__ double normal_cdf(double x)
{
    return 0.5 * erfc(-x * 0.70710678118654752440);
}

struct Market {
    double rate, sigma, years;
};

__device__ double put_price(double spot, double strike, Market m)
{
    double spread = m.sigma * sqrt(m.years);
    double d1 = (log(spot / strike) + (m.rate + 0.5 * m.sigma * m.sigma) * m.years) / spread;
    double d2 = d1 - spread;
    return strike * exp(-m.rate * m.years) * normal_cdf(-d2) - spot * normal_cdf(-d1);
}

__global__ void european_put(const double *spot, const double *strike, double *put, double rate, double sigma,
                             double years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Market m = {rate, sigma, years};
    put[i] = put_price(spot[i], strike[i], m);
}
