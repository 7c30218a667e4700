// fpcheck: black_scholes_put <<<1, 32>>> spot=[100,120,150,180,90] put=empty:5 delta=empty:5 strike=100.0 vol=0.2 years=1.0 n=5
// expect: ok
// why: far out of the money the put is a small difference of small probabilities; both come from erfc of a positive argument, which keeps its relative accuracy in the tail, and the arithmetic is in double
// figure: put[3]: computed 0.012647415925801, MPFR 0.012647415925800773; relative error 1.7e-14
// European puts at rate zero.
__device__ double lower_tail(double x)
{
    return 0.5 * erfc(-x * 0.70710678118654752);
}

__global__ void black_scholes_put(const double *spot, double *put, double *delta, double strike, double vol,
                                  double years, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    double s = spot[i];
    double spread = vol * sqrt(years);
    double d1 = log(s / strike) / spread + 0.5 * spread;
    double d2 = d1 - spread;
    put[i] = strike * lower_tail(-d2) - s * lower_tail(-d1);
    delta[i] = -lower_tail(-d1);
}
