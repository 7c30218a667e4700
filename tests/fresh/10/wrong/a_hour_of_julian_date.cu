// fpcheck: hour_counts <<<1, 64>>> jd=[2451545.0,2460310.75,2460311.125,2440587.5,2455197.9375,2460676.25,2458849.5,2451544.5] counts=inout:zeros:24:u32 n=8
// expect: error conversion out of range at line 10
// why: a Julian date times 86400 is 2.1e11 and saturates at 2147483647 in the conversion to int: all observations fall into hour 3
// figure: counts[3]: computed 8, MPFR 0 (hours [12, 6, 15, 0, 10, 18, 0, 0])
// Histogram of observations over the hour of the day. A Julian date starts at noon.
constexpr double SECONDS_PER_DAY = 86400.0;

__device__ int hour_of(double jd)
{
    int seconds = (int)((jd + 0.5) * SECONDS_PER_DAY);
    return seconds / 3600 % 24;
}

__global__ void hour_counts(const double *jd, unsigned *counts, int n)
{
    __shared__ unsigned local[24];
    if (threadIdx.x < 24)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[hour_of(jd[i])], 1u);
    __syncthreads();
    if (threadIdx.x < 24 && local[threadIdx.x] != 0)
        atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}
