// fpcheck: sidereal <<<1, 32>>> day=[8766,8855,-2455,0,10957] fraction=[0.27,0.4061,0.8375,0.3333,0.1871] longitude=[0.0,13.375,-70.75,151.25,-155.5] lst=empty:5 n=5 want=[17.804054941792913,168.02868831399667,252.35789280465627,192.0271209539359,191.85486456584943] ref=lst=want --tol rtol=1e-5,atol=5e-4
// expect: ok
// why: the result is float, but the date is an integer day and a fraction, and whole turns are dropped before the slow term is added
// figure: computed lst[0] = 17.8040314, MPFR 17.80405494: error at most 4.4e-05 of 5e-4
// Local mean sidereal time in degrees from days since J2000 (noon to noon) and the fraction of the day.
__device__ float unit(float turns)
{
    return turns - floorf(turns);
}

__global__ void sidereal(const int *day, const float *fraction, const float *longitude, float *lst, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    // 0.00273781191135448 turns a day gained on the sun, in units of 2^-50 turns, modulo whole turns
    const long long rate = 3082502175947LL;
    long long gained = (rate * day[i]) & ((1LL << 50) - 1);
    float slow = (float)((double)gained * 8.8817841970012523e-16);
    float turns = 0.7790572732640f + slow + fraction[i] * 1.00273781191135448f;
    lst[i] = 360.0f * unit(turns + longitude[i] * (1.0f / 360.0f));
}
