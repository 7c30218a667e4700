// fpcheck: sidereal<<<1, 32>>> day=[20454,20454,20455,20461] second=[3600,43210.5,80000.25,12345] turn=empty:4 n=4
// expect: ok
// why: whole days (thousands of turns) and seconds together, but the whole part of the rotation is dropped as integers and the small rate times the days is in double
// figure: computed turn[0] = 0.320468833, MPFR 0.320468832 (difference 1.2e-09)
// Earth rotation angle (turns) from days and seconds since 1970; whole turns go before they cost bits.
__global__ void sidereal(const int *day, const float *second, float *turn, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int halves = 2 * (day[i] - 10957) - 1; // half days since J2000
    double part = (double)second[i] / 86400.0;
    double x = 0.7790572732640 + part + 0.00273781191135448 * (0.5 * halves + part);
    x += 0.5 * (halves & 1);
    turn[i] = (float)(x - floor(x));
}
