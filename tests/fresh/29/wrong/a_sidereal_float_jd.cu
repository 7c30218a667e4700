// fpcheck: sidereal <<<1, 32>>> jd=[2460311.27,2460400.9061,2459000.1875,2451545.3333,2462502.6871] longitude=[0.0,13.375,-70.75,151.25,-155.5] lst=empty:5 n=5
// expect: error conversion at line 24
// why: a Julian date of 2.46e6 days has a quarter of a day left in float; narrowing it before J2000 is subtracted turns the sky by tens of degrees
// figure: computed lst[0] = 10.5843, MPFR 17.804051 (degrees)
// Local mean sidereal time in degrees.
__device__ float wrapped(float degrees)
{
    float turns = degrees * (1.0f / 360.0f);
    return 360.0f * (turns - floorf(turns));
}

__device__ double earth_rotation(double days)
{
    double turns = 0.7790572732640 + 0.00273781191135448 * days;
    turns += days - floor(days);
    return 360.0 * (turns - floor(turns));
}

__global__ void sidereal(const double *jd, const float *longitude, float *lst, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float date = (float)jd[i];
    double since = date - 2451545.0;
    float gmst = (float)earth_rotation(since);
    lst[i] = wrapped(gmst + longitude[i]);
}
