// fpcheck: debye <<<1, 32>>> x=[0.125,0.5,1.0,3.0,6.0]:f64 d=empty:5:f64 n=5 want=[0.953906104720235102,0.824962968976233723,0.67441556407781468,0.283579828143422462,0.0775813247337630203] ref=d=want --tol rtol=1e-8,atol=0
// expect: ok
// why: e^t - 1 near zero is expm1, the point t = 0 takes its limit, and Romberg's differences only correct what is already close
// figure: error 8.4e-13 relative, the largest at d, tolerance 1e-8
// Debye function of third order (heat capacity of a crystal) by Romberg quadrature.
template <typename T>
__device__ T integrand(T t)
{
    return t == (T)0 ? (T)0 : t * t * t / expm1(t);
}

template <typename T, int LEVELS>
__device__ T romberg(T a, T b)
{
    T row[LEVELS];
    T h = b - a;
    row[0] = (T)0.5 * h * (integrand(a) + integrand(b));
    int points = 1;
    for (int k = 1; k < LEVELS; k++) {
        T sum = (T)0;
        for (int p = 0; p < points; p++)
            sum += integrand(a + h * ((T)p + (T)0.5));
        T old = row[0];
        row[0] = (T)0.5 * (old + h * sum);
        h *= (T)0.5;
        points *= 2;
        T four = (T)1;
        for (int m = 1; m <= k; m++) {
            four *= (T)4;
            T better = row[m - 1] + (row[m - 1] - old) / (four - (T)1);
            if (m < k)
                old = row[m];
            row[m] = better;
        }
    }
    return row[LEVELS - 1];
}

__global__ void debye(const double *x, double *d, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    double v = x[i];
    d[i] = 3.0 / (v * v * v) * romberg<double, 7>(0.0, v);
}
