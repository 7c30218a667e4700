// fpcheck: gaps<<<1, 32>>> bits=[4294967295,4294967290,123456789,2147483648,4294967200,77,3000000000,4294960000] hours=empty:8 mean=6.5 n=8
// expect: error random bits rounded to 1, infinity hidden by fminf at line 8
// why: bits near 2^32 round up to 2^32 as float, u becomes 1, log(0) = -inf and fminf turns it into the cap of 1000 hours
// figure: computed hours[0] = 1000, MPFR 144.175
// Waiting times between storms: exponential variates from 32 random bits each.
__device__ float unit(unsigned b)
{
    return (float)b * 2.3283064365386963e-10f;
}

__global__ void gaps(const unsigned *bits, float *hours, float mean, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = -logf(1.0f - unit(bits[i])) * mean;
    hours[i] = fminf(t, 1000.0f); // longer than any record
}
