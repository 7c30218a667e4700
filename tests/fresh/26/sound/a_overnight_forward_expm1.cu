// fpcheck: forward <<<1, 32>>> day=[1,30,91,364]:i32 f=empty:4 level=0.031 slope=0.004 n=4
// expect: ok
// why: the difference of two neighbouring exponents is small, but they are double and the growth goes by expm1
// figure: f[2]: computed 0.0330069698, MPFR 0.0330069714: relative error 4.6e-08, tolerance about 6e-8
// Overnight forward rate from a linear zero curve; act/365.
__device__ double exponent(double t, double level, double slope)
{
    return (level + slope * t) * t;
}

__global__ void forward(const int *day, float *f, float level, float slope, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double e0 = exponent(day[i] / 365.0, level, slope);
    double e1 = exponent((day[i] + 1) / 365.0, level, slope);
    f[i] = (float)(expm1(e1 - e0) * 365.0);
}
