// fpcheck: waits <<<1, 32>>> bits=[4294967295,4294967168,2147483648,305419896,0] wait=empty:5 rate=1.0 longest=100.0 n=5
// expect: error random bits to a float of 1 at line 8
// why: the 32 bits round up to 2^32, the uniform number is 1, log(0) is -infinity, and fminf makes it the longest wait
// figure: computed 100, MPFR 22.1807098 (wait[0])
// Exponential waiting times between reactions from 32 random bits (Gillespie).
__device__ inline float uniform(unsigned b)
{
    return (float)b * 2.3283064365386963e-10f;
}

__device__ inline float exponential(float u, float rate)
{
    return -logf(1.0f - u) / rate;
}

__global__ void waits(const unsigned *bits, float *wait, float rate, float longest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        wait[i] = fminf(exponential(uniform(bits[i]), rate), longest);
}
