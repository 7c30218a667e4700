// fpcheck: exposure <<<1, 32>>> base=[1,2.5,0.400000006] growth=[0.5,-0.75,0.200000003] earned=empty:3 start=45000 minutes=2880 n=3 want=[2.9996527777777766,3.5005208333333333,1.1998611289904348] ref=earned=want --tol rtol=1e-3,atol=0
// expect: error absorbed at line 21
// why: the date is a binary32 day number: at 45000 a minute is less than half an ulp, the clock stands still and the rate never grows
// figure: computed earned[0] = 2, MPFR 2.99965278
// Premium earned over a number of minutes from a day number on, at a rate that changes linearly by the day.
__device__ float rate_at(float base, float growth, float day, float start)
{
    return base + growth * (day - start);
}

__global__ void exposure(const float *base, const float *growth, float *earned, float start, int minutes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float minute = 1.0f / 1440.0f;
    float day = start;
    float sum = 0.0f;
    for (int m = 0; m < minutes; m++) {
        sum += rate_at(base[i], growth[i], day, start);
        day += minute;
    }
    earned[i] = sum * minute;
}
