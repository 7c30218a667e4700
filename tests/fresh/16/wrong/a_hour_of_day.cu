// fpcheck: hours <<<1, 32>>> stamp=[1760000000.25, 1760007200.5, 1760014400.125, 1760021600.75, 1760028800.5, 1760036000.0, 1760043200.0, 1760050400.25] hist=inout:zeros:24 n=8
// expect: error conversion at line 8
// why: seconds since 1970 in milliseconds do not fit an int: the conversion saturates, and every row lands in the same hour
// figure: computed hist[20] = 8, MPFR hist[8,10,12,14,16,18,20,22] = 1 each: [8, 10, 12, 14, 16, 18, 20, 22]; saturated hour 20
// Events of a table by the hour of the day (UTC); stamps are seconds since 1970.
__device__ int hour_of(double seconds)
{
    int ms = (int)(seconds * 1000.0);
    return ms / 3600000 % 24;
}

__global__ void hours(const double *stamp, int *hist, int n)
{
    __shared__ int local[24];
    if (threadIdx.x < 24)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&local[hour_of(stamp[i])], 1);
    __syncthreads();
    if (threadIdx.x < 24)
        hist[threadIdx.x] += local[threadIdx.x];
}
