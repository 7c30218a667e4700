// fpcheck: bumped_delta <<<1, 32>>> spot=[4000,4100,3900] strike=[4000,4000,4000] sigma=[0.2,0.2,0.2] delta=empty:3 t=0.5 n=3
// expect: ok
// why: a central difference of prices with a bump of a ten-thousandth: in binary64, where 1e-4 relative loses 12 bits of 53
// figure: computed delta[0] = 0.528186, MPFR 0.52818605 (finite difference: 5e-9 off)
__device__ double normal_cdf(double x)
{
    return 0.5 * erfc(-x * 0.70710678118654752440);
}

__device__ double call_price(double s, double k, double sigma, double t)
{
    double v = sigma * sqrt(t);
    double d1 = log(s / k) / v + 0.5 * v;
    return s * normal_cdf(d1) - k * normal_cdf(d1 - v);
}

__global__ void bumped_delta(const float *spot, const float *strike, const float *sigma, float *delta, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double s = spot[i];
    double bump = s * 1e-4;
    double up = s + bump, down = s - bump;
    double rise = call_price(up, strike[i], sigma[i], t) - call_price(down, strike[i], sigma[i], t);
    delta[i] = (float)(rise / (up - down));
}
