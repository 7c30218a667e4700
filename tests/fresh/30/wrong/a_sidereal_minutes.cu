// fpcheck: sidereal <<<1, 32>>> theta=empty:32 jd0=2451545 minutes=[0,15,30,45,60,90,120,180,240,300,360,420,480,540,600,660,720,780,840,900,960,1020,1080,1140,1200,1260,1320,1380,1400,1410,1425,1439]
// expect: error absorbed loop step at line 19
// why: a minute (6.9e-4 days) added to a Julian date of 2.4 million in float changes nothing: the spacing there is 0.25 days
// figure: computed theta[31]=280.46061, MPFR 281.195581
// Greenwich sidereal angle at chosen minutes of a day that starts at Julian date jd0. The satellites' ground tracks are
// integrated minute by minute in the same loop elsewhere, so time advances in steps here too.
__device__ float greenwich_angle(float days_since_2000)
{
    float a = fmodf(280.46061837f + 360.98564736629f * days_since_2000, 360.0f);
    return a < 0.0f ? a + 360.0f : a;
}

__global__ void sidereal(float *theta, float jd0, const int *minutes)
{
    const int i = threadIdx.x;
    float jd = jd0;
    const float minute = 1.0f / 1440.0f;
    for (int m = 0; m < minutes[i]; m++)
        jd += minute;
    theta[i] = greenwich_angle(jd - 2451545.0f);
}
