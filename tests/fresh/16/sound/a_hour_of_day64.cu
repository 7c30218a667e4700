// fpcheck: hours <<<1, 32>>> stamp=[1760000000.25, 1760007200.5, 1760014400.125, 1760021600.75, 1760028800.5, 1760036000.0, 1760043200.0, 1760050400.25] hist=inout:zeros:24 n=8
// expect: ok
// why: milliseconds since 1970 go into 64 bits, and only the hour of the day is narrowed
// figure: computed hist[8,10,12,14,16,18,20,22] = 1 each, MPFR the same; error 0
// Events of a table by the hour of the day (UTC).
__global__ void hours(const double *stamp, int *hist, int n)
{
    __shared__ int local[24];
    for (int h = threadIdx.x; h < 24; h += blockDim.x)
        local[h] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        long long ms = (long long)(stamp[i] * 1000.0);
        atomicAdd(&local[(int)(ms / 3600000 % 24)], 1);
    }
    __syncthreads();
    for (int h = threadIdx.x; h < 24; h += blockDim.x)
        hist[h] += local[h];
}
