// fpcheck: rotation_angle <<<1, 32>>> day=[8000,8765,9131,9496]:i32 fraction=[0.1,0.37,0.62,0.95] turns=empty:4 n=4
// expect: error absorption at line 8
// why: a Julian date of 2.46e6 in float has a step of 0.25 days: the time of the day is rounded to six hours
// figure: turns[1]: computed 0.0266628265, MPFR 0.146991671
// Earth rotation angle in turns, from days since J2000 (at noon) and a fraction of a day.
__device__ float julian_date(int day, float fraction)
{
    return (float)(2451545 + day) + fraction;
}

__global__ void rotation_angle(const int *day, const float *fraction, float *turns, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float jd = julian_date(day[i], fraction[i]);
    float since = jd - 2451545.0f;
    // whole days first, so that they do not cost digits
    float whole = floorf(since);
    float part = since - whole;
    float era = 0.77905727f + part + 0.0027378119f * since;
    turns[i] = era - floorf(era);
}
