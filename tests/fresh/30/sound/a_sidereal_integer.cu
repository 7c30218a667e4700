// fpcheck: sidereal <<<1, 32>>> theta=empty:32 minutes=[0,15,30,45,60,90,120,180,240,300,360,420,480,540,600,660,720,780,840,900,960,1020,1080,1140,1200,1260,1320,1380,1400,1410,1425,1439] day=2460000 --ref theta=@a_sidereal_integer_want.npy --tol rtol=1e-6,atol=1e-5
// expect: ok
// why: degrees are counted in units of 1e-9 by 64-bit integers, then converted: millions of degrees leave no rounding error
// figure: computed theta[31]=334.8441, MPFR 334.844063 (error at most 2.9e-05, tolerance about 2e-4)
// Greenwich sidereal angle at chosen minutes of a Julian day, in degrees. 280.46061837 + 360.98564736629 (JD - 2451545).
#define TURN 360000000000ll

__device__ __forceinline__ long long angle_of_day(int days)
{
    // 0.985647366290 degrees more than a turn each day
    return 280460618370ll + 985647366ll * days + 290ll * days / 1000;
}

__device__ __forceinline__ long long angle_of_minute(int minute)
{
    return 250684477ll * minute + 338ll * minute / 1000;
}

__global__ void sidereal(float *theta, const int *minutes, int day)
{
    const int i = threadIdx.x;
    long long a = (angle_of_day(day - 2451545) + angle_of_minute(minutes[i])) % TURN;
    if (a < 0)
        a += TURN;
    theta[i] = (float)(a / 1000) * 1e-6f;
}
