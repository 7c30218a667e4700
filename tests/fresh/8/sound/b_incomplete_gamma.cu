// fpcheck: chi_square_upper<<<1, 32>>> statistic=[0.5, 3.84, 10.0, 30.0, 55.0, 100.0, 0.02, 7.0] freedom=[1, 1, 5, 20, 40, 60, 2, 9] p=empty:8 n=8 ref=p=@b_chi2.npy --tol rtol=1e-12,atol=0
// expect: ok
// why: log-gamma, a difference of large logarithms in the exponent and a continued fraction look lossy, but in double each costs some 1e-14; the upper tail is never taken as 1 minus something near 1
// figure: largest error 0.0096 of the tolerance (1e-12 relative)
// The upper tail of the chi-square distribution: Q(k/2, x/2), by the series below a + 1 and by Lentz's continued fraction above.
#include <cuda_runtime.h>

namespace gamma_function {
constexpr int Most = 500;
constexpr double Epsilon = 1e-16;
constexpr double Tiny = 1e-300;
}

struct Tails {
    double lower;
    double upper;
};

// x^a e^-x / Gamma(a), by logarithms: the exponent is of moderate size here, so its rounding is a few 1e-15.
__device__ double front_factor(double a, double x)
{
    return exp(a * log(x) - x - lgamma(a));
}

// P(a, x) by the series sum x^n / (a (a + 1) .. (a + n)); all terms are positive.
__device__ double lower_series(double a, double x)
{
    double term = 1.0 / a;
    double sum = term;
    double denominator = a;
    for (int i = 0; i < gamma_function::Most; ++i) {
        denominator += 1.0;
        term *= x / denominator;
        sum += term;
        if (term < sum * gamma_function::Epsilon)
            break;
    }
    return sum * front_factor(a, x);
}

// Q(a, x) by the modified method of Lentz.
__device__ double upper_fraction(double a, double x)
{
    double b = x + 1.0 - a;
    double c = 1.0 / gamma_function::Tiny;
    double d = 1.0 / b;
    double h = d;
    for (int i = 1; i <= gamma_function::Most; ++i) {
        double an = -(double)i * ((double)i - a);
        b += 2.0;
        d = an * d + b;
        if (fabs(d) < gamma_function::Tiny)
            d = gamma_function::Tiny;
        c = b + an / c;
        if (fabs(c) < gamma_function::Tiny)
            c = gamma_function::Tiny;
        d = 1.0 / d;
        double delta = d * c;
        h *= delta;
        if (fabs(delta - 1.0) < 4e-16)
            break;
    }
    return front_factor(a, x) * h;
}

// Q for half-integer and integer a by the finite recurrence; used where the series would leave a small difference from 1.
// Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1); all terms positive.
__device__ double upper_recurrence(int freedom, double x)
{
    double q;
    double term;
    double a;
    if (freedom & 1) {
        double root = sqrt(x);
        q = erfc(root);
        a = 0.5;
        term = 1.1283791670955126 * root * exp(-x); // 2 / sqrt(pi) x^(1/2) e^-x
    } else {
        q = exp(-x);
        a = 1.0;
        term = x * q;
    }
    int rounds = (freedom - 1) / 2;
    for (int i = 0; i < rounds; ++i) {
        q += term;
        a += 1.0;
        term *= x / a;
    }
    return q;
}

__device__ Tails tails_of(int freedom, double x)
{
    Tails t;
    double a = 0.5 * (double)freedom;
    if (x < a + 1.0) {
        t.lower = lower_series(a, x);
        t.upper = upper_recurrence(freedom, x);
    } else {
        t.upper = upper_fraction(a, x);
        t.lower = 1.0 - t.upper;
    }
    return t;
}

__global__ void chi_square_upper(const double *statistic, const int *freedom, double *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Tails t = tails_of(freedom[i], 0.5 * statistic[i]);
    p[i] = t.upper;
}

// Both tails of a table of counts against expected counts: one warp a table.
__global__ void goodness_of_fit(const int *observed, const double *expected, double *statistic, double *p, int classes)
{
    int table = blockIdx.x;
    int lane = threadIdx.x;
    double sum = 0.0;
    for (int c = lane; c < classes; c += 32) {
        double e = expected[table * classes + c];
        double d = (double)observed[table * classes + c] - e;
        sum += d * d / e;
    }
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) {
        statistic[table] = sum;
        p[table] = tails_of(classes - 1, 0.5 * sum).upper;
    }
}

// The critical value at a level, by bisection on the upper tail, which falls with x.
__global__ void critical_values(const int *freedom, double *critical, int n, double level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double low = 0.0;
    double high = 1000.0;
    for (int k = 0; k < 60; ++k) {
        double middle = 0.5 * (low + high);
        if (tails_of(freedom[i], 0.5 * middle).upper > level)
            low = middle;
        else
            high = middle;
    }
    critical[i] = 0.5 * (low + high);
}
