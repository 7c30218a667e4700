// fpcheck: log_beta <<<1, 32>>> a=[0.5,2.0,5.5,10.0,3.25] b=[0.5,3.0,2.5,20.0,1.75] y=empty:5 n=5 want=[1.1447298858494002,-2.4849066497880003,-4.2826645229737788,-19.115327299887045,-2.3266530202597058]:f64 ref=y=want --tol rtol=1e-8,atol=1e-8
// expect: error wrong constant at line 8
// why: two digits of the second Lanczos coefficient are exchanged (86.505230... for 86.505320...): the result is off by 1e-6 where 1e-10 is promised
// figure: computed y[0] = 1.144731041, MPFR 1.144729886
// ln B(a, b) by Lanczos' series with g = 5 and six terms.
__device__ double gammln(double xx)
{
    const double cof[6] = {76.18009172947146, -86.50523032941677, 24.01409824083091, -1.231739572450155,
                           0.1208650973866179e-2, -0.5395239384953e-5};
    double y = xx;
    double tmp = xx + 5.5;
    tmp -= (xx + 0.5) * log(tmp);
    double ser = 1.000000000190015;
    for (int j = 0; j < 6; j++)
        ser += cof[j] / ++y;
    return -tmp + log(2.5066282746310005 * ser / xx);
}

__global__ void log_beta(const double *a, const double *b, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = gammln(a[i]) + gammln(b[i]) - gammln(a[i] + b[i]);
}
