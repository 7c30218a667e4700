// fpcheck: event_gaps<<<1, 32>>> stamp=[1764432000,1764432003,1764432010,1764432011,1764432040,1764432100,1764432101,1764432160] gap=empty:7 n=8 want=[3,7,1,29,60,1,59] ref=gap=want --tol rtol=1e-5,atol=0
// expect: error integer to float loses the difference (cancellation) at line 8
// why: seconds since 1970 do not fit 24 bits: neighbours round to the same float before they are subtracted
// figure: computed 0.0, MPFR 3 (gap[0]); gap[5] computed 0.0, MPFR 1
// Seconds between the events of a log, for a windowed query.
__device__ __forceinline__ float seconds(long long t)
{
    return (float)t;
}

__global__ void event_gaps(const long long *stamp, float *gap, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 >= n)
        return;
    float here = seconds(stamp[i]);
    float next = seconds(stamp[i + 1]);
    gap[i] = next - here;
}
