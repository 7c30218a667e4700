// fpcheck: decay_times<<<1, 32>>> bits=[12345678,2147483648,3000000001,4294967200,4294967295,4294900000]:u32 time=empty:6 rate=0.5 horizon=1000.0 n=6 want=[0.005757182652964711,1.3862943611198906,2.397917001931002,35.232723172900826,44.3614195558365,22.127707398831646] ref=time=want --tol rtol=1e-3,atol=1e-5
// expect: error infinity hidden at line 8
// why: 32 random bits converted to float round up to one, the logarithm of zero is -inf, and fminf turns it into the horizon
// figure: computed time[4] = 1000, MPFR 44.36142
// Decay times by inversion, cut at the end of the simulated interval.
__device__ float unit(unsigned bits)
{
    return (float)bits * 2.3283064365386963e-10f;
}

__device__ float exponential(unsigned bits, float rate)
{
    return -logf(1.0f - unit(bits)) / rate;
}

__global__ void decay_times(const unsigned *bits, float *time, float rate, float horizon, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        time[i] = fminf(exponential(bits[i], rate), horizon);
}
