// fpcheck: gaps<<<1, 32>>> bits=[4294967295,4294967290,123456789,2147483648,4294967200,77,3000000000,4294960000] hours=empty:8 mean=6.5 n=8
// expect: ok
// why: log of 1 - u with u made of random bits, but of the top 24 only: u is exact, below 1, and 1 - u is exact
// figure: computed hours[0] = 108.130959, MPFR 108.13096 (max relative 5.6e-08)
// Waiting times between storms: exponential variates from the top 24 of 32 random bits.
__device__ float unit(unsigned b)
{
    return (float)(b >> 8) * 5.9604644775390625e-8f;
}

__global__ void gaps(const unsigned *bits, float *hours, float mean, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    hours[i] = -logf(1.0f - unit(bits[i])) * mean;
}
