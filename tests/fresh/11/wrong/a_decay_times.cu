// fpcheck: decay <<<1, 32>>> bits=[1,65536,2147483648,4294967295,3000000000] time=empty:5 mean=2.0 window=1e6 n=5
// expect: error overflow at line 15
// why: 2^32-1 as a float rounds up to 2^32, the uniform number is 1, log(0) is -infinity, and the time is cut to the end of the window: 1e6 in place of 44
// figure: time[3]: computed 1e+06, MPFR 44.3614196 (log of 2^-32)
// Exponential decay times from random words.
__device__ float uniform(unsigned u)
{
    return (float)u * 2.3283064365386963e-10f;
}

__global__ void decay(const unsigned *bits, float *time, float mean, float window, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        float t = -mean * logf(1.0f - uniform(bits[i]));
        time[i] = fminf(t, window);
    }
}
