// fpcheck: log_median <<<1, 32>>> counts=[9,4,12,7,3,5,11,6,8,10,3,7,2,6,5,9,14,1] background=2.5 median=empty:16 n=16
// expect: error nan at line 24
// why: logf of a negative difference is NaN, and fminf/fmaxf both drop it: the larger number is written twice and the median of three is not one of a set
// figure: computed median[15] of (log 6.5, log 11.5, NaN): 2.44234704 (log 11.5), MPFR undefined (NaN), 1 - 2.5 < 0; likewise around counts 2
// Median of three of log(counts - background) along a scan line: despeckling of a detector.
__device__ void exchange(float &a, float &b)
{
    float low = fminf(a, b);
    float high = fmaxf(a, b);
    a = low;
    b = high;
}

__device__ float median3(float a, float b, float c)
{
    exchange(a, b);
    exchange(b, c);
    exchange(a, b);
    return b;
}

__device__ float level(float count, float background)
{
    return logf(count - background);
}

__global__ void log_median(const float *counts, float background, float *median, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = level(counts[i], background);
    float b = level(counts[i + 1], background);
    float c = level(counts[i + 2], background);
    median[i] = median3(a, b, c);
}
