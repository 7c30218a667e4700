// fpcheck: spline_moments <<<1, 32>>> x=[0.0,1.0,2.5,3.0,4.5,6.0,6.5,8.0,9.0,10.0] y=[0.0,0.5,-1.0,2.0,1.5,0.25,3.0,-0.5,1.0,0.0] moment=empty:10 n=10
// fpcheck+ spline_values <<<1, 32>>> q=[0.0,0.5,1.0,2.75,3.5,6.25,7.0,8.5,9.99,10.0] value=empty:10 n=10 queries=10 want=[0.0,0.6276127075849862,0.5,0.4507812635570132,3.442023222139314,1.7103687832960244,3.0157208330200165,-0.03745314696236157,0.020887383570201028,0.0] ref=value=want --tol rtol=1e-12,atol=1e-12
// expect: ok
// why: elimination without pivoting is stable here: the matrix is diagonally dominant; queries on a knot and at both ends fall into a valid interval
// figure: value[3] computed 0.450781263557, MPFR 0.450781263557; error 2e-16 of 1e-12 allowed
// Natural cubic spline in double: second derivatives by Thomas' algorithm, then values at queries.
#define MAX_KNOTS 64

__global__ void spline_moments(const double *x, const double *y, double *moment, int n)
{
    if (threadIdx.x != 0)
        return;
    double upper[MAX_KNOTS];
    double right[MAX_KNOTS];
    upper[0] = 0.0;
    right[0] = 0.0;
    for (int i = 1; i < n - 1; i++) {
        double below = x[i] - x[i - 1];
        double above = x[i + 1] - x[i];
        double slope = (y[i + 1] - y[i]) / above - (y[i] - y[i - 1]) / below;
        double pivot = 2.0 * (below + above) - below * upper[i - 1];
        upper[i] = above / pivot;
        right[i] = (6.0 * slope - below * right[i - 1]) / pivot;
    }
    double m = 0.0;
    moment[n - 1] = 0.0;
    for (int i = n - 2; i >= 1; i--) {
        m = right[i] - upper[i] * m;
        moment[i] = m;
    }
    moment[0] = 0.0;
}

__device__ int interval(const double *x, int n, double q)
{
    int low = 0, high = n - 1;
    while (high - low > 1) {
        int middle = (low + high) >> 1;
        if (x[middle] <= q)
            low = middle;
        else
            high = middle;
    }
    return low;
}

__global__ void spline_values(const double *x, const double *y, const double *moment, const double *q, double *value,
                              int n, int queries)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= queries)
        return;
    int k = interval(x, n, q[i]);
    double h = x[k + 1] - x[k];
    double a = (x[k + 1] - q[i]) / h;
    double b = (q[i] - x[k]) / h;
    double bend = (a * a * a - a) * moment[k] + (b * b * b - b) * moment[k + 1];
    value[i] = a * y[k] + b * y[k + 1] + bend * h * h / 6.0;
}
