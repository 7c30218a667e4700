// fpcheck: forward <<<1, 32>>> day=[1,30,91,364]:i32 f=empty:4 level=0.031 slope=0.004 n=4
// expect: error cancellation at line 18
// why: the ratio of two neighbouring discount factors is 1.0001 and less 1 keeps three digits
// figure: f[2]: computed 0.0330251455, MPFR 0.0330069714
// Overnight forward rate from a linear zero curve; act/365.
__device__ float discount(float t, float level, float slope)
{
    return expf(-(level + slope * t) * t);
}

__global__ void forward(const int *day, float *f, float level, float slope, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d0 = discount((float)day[i] / 365.0f, level, slope);
    float d1 = discount((float)(day[i] + 1) / 365.0f, level, slope);
    f[i] = (d0 / d1 - 1.0f) * 365.0f;
}
