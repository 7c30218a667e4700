// fpcheck: hour_of <<<1, 32>>> seconds=[3600.5,86400.25,1209600.0,2147400.0,2160000.0,3024000.0,5184000.0] hour=empty:7 n=7 want=[1,24,336,596,600,840,1440] ref=hour=want --tol bitwise
// expect: error float to integer conversion out of range at line 7
// why: the timestamps become milliseconds in a 32-bit int, which saturates after 24.8 days: all later events fall into hour 596
// figure: computed hour[6] = 596, MPFR 1440
__device__ inline int milliseconds(float s)
{
    return (int)(s * 1000.0f);
}

__global__ void hour_of(const float *seconds, int *hour, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        hour[i] = milliseconds(seconds[i]) / 3600000;
}
