// fpcheck: sidereal_clock <<<1, 32>>> start=[2460000.5,2451545.0,2440587.5] theta=empty:3 minutes=90 n=3 want=[177.16352699548816,303.02222133039317,122.79120520771815] ref=theta=want --tol atol=0.1,rtol=0
// expect: error absorbed step at line 20
// why: a minute is 0.0007 days, the Julian date in binary32 has a step of 0.25: adding does nothing and the clock stands still
// figure: theta[0]: computed 154.601924, MPFR 177.163527
// Sidereal angle (degrees) of Greenwich after some minutes, stepped like the tracking loop does it.
__device__ double sidereal(double days)
{
    double t = 280.46061837 + 360.98564736629 * days;
    return t - 360.0 * floor(t / 360.0);
}

__global__ void sidereal_clock(const float *start, float *theta, int minutes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float jd = start[i];
    const float minute = 1.0f / 1440.0f;
    for (int k = 0; k < minutes; k++)
        jd += minute;
    theta[i] = (float)sidereal((double)jd - 2451545.0);
}
