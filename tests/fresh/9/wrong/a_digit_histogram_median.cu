// fpcheck: median_digit<<<1, 64>>> x=uniform(0.5,100):64 digit=empty:1 below=empty:1 n=64
// expect: error uninitialised shared memory through atomicAdd at line 21
// why: only the first 64 of the 256 counters are cleared by the 64 threads
// figure: computed undefined (count[191] to count[194] start from whatever was there), right: digit 194 (the median is near 50 = 0x42480000)
// First pass of a radix select: which top byte holds the median, and how many keys lie below it.
#define DIGITS 256

__device__ unsigned ordered(float v)
{
    unsigned u = __float_as_uint(v);
    return u ^ ((u >> 31) ? 0xffffffffu : 0x80000000u);
}

__global__ void median_digit(const float *x, int *digit, int *below, int n)
{
    __shared__ unsigned count[DIGITS];
    if (threadIdx.x < DIGITS)
        count[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&count[ordered(x[i]) >> 24], 1u);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned seen = 0;
        int d = 0;
        while (d < DIGITS - 1 && seen + count[d] <= (unsigned)n / 2) {
            seen += count[d];
            d++;
        }
        digit[0] = d;
        below[0] = (int)seen;
    }
}
