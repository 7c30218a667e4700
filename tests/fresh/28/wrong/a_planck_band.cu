// fpcheck: band <<<1, 32>>> lo=[1.0,2.0,0.5,3.0,6.0] hi=[2.0,3.5,1.0,5.0,9.0] out=empty:5 n=5 --ref out=@a_planck_band_want.npy --tol rtol=1e-6,atol=1e-12
// expect: error wrong constant at line 10
// why: two digits of the outer Gauss-Legendre weight are swapped: 0.2396... for 0.2369268850561891
// figure: out[0] computed 0.146921987, MPFR 0.146526992
// Fraction of black-body radiation between two values of x = h nu / kT: five-point Gauss-Legendre on each of four panels.
#include <cmath>

__constant__ double node[3] = {0.0, 0.5384693101056831, 0.9061798459386640};
__constant__ double weight[3] = {0.5688888888888889, 0.4786286704993665,
                                 0.2396268850561891};

__device__ double planck(double x)
{
    return x * x * x / expm1(x);
}

template <typename F>
__device__ double panel(F f, double a, double b)
{
    double mid = 0.5 * (a + b);
    double half = 0.5 * (b - a);
    double s = weight[0] * f(mid);
    for (int k = 1; k < 3; k++)
        s += weight[k] * (f(mid - half * node[k]) + f(mid + half * node[k]));
    return s * half;
}

__global__ void band(const double *lo, const double *hi, double *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    const double norm = 15.0 / (M_PI * M_PI * M_PI * M_PI);
    double width = (hi[i] - lo[i]) / 4.0;
    double s = 0.0;
    for (int p = 0; p < 4; p++)
        s += panel([](double x) { return planck(x); }, lo[i] + p * width, lo[i] + (p + 1) * width);
    out[i] = norm * s;
}
