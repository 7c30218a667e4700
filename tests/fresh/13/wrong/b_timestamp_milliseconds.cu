// fpcheck: to_buckets <<<1, 32>>> seconds=[1000,2000000,2100000,5000000,86400,4000000] bucket=empty:6 n=6 ref=bucket=floor(seconds*1000) --tol bitwise
// expect: error conversion out of range at line 9
// why: (int) of milliseconds from 2147483648 on saturates before it is widened to 64 bits
// figure: computed bucket[3] = 2147483647, MPFR 5000000000
// Databases: time buckets of one millisecond.
__device__ long long bucket_of(float seconds)
{
    float ms = seconds * 1000.0f;
    return (int)floorf(ms);
}

__global__ void to_buckets(const float *seconds, long long *bucket, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bucket[i] = bucket_of(seconds[i]);
}
