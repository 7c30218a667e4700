// fpcheck: decay <<<1, 32>>> bits=[1,65536,2147483648,4294967295,3000000000,0] time=empty:6 mean=2.0 n=6
// expect: ok
// why: only the top 23 bits are made a float, exactly, and half a step is added: the uniform number is neither 0 nor 1 and the logarithm is finite; its low end costs nothing
// figure: time[3]: computed 1.19209293e-07, MPFR 1.192092931e-7; an ulp or so
// Exponential decay times from random words.
__device__ float open_uniform(unsigned u)
{
    float k = (float)(u >> 9);
    return (k + 0.5f) * 1.1920928955078125e-7f;
}

__global__ void decay(const unsigned *bits, float *time, float mean, int n)
{
    int i = threadIdx.x;
    if (i < n)
        time[i] = -mean * logf(open_uniform(bits[i]));
}
