// fpcheck: time_bucket <<<2, 64>>> t=@a_minute_bucket_float_t.npy minute=empty:128 n=128 --ref 'minute=@a_minute_bucket_float_minute_ref.npy'
// expect: error mismatch at line 10
// why: Unix time in seconds through a float, whose ulp at 1.7e9 is 128: rows fall into minutes that are off by up to one or two
// figure: minute[26] computed 28334492, exact 28334490; 70 of 128 beyond the tolerance, worst 2e+09 times
#include <cuda_runtime.h>

// date_trunc('minute', t), as the number of the minute
__device__ long long minute_of(long long t)
{
    return (long long)floorf((float)t / 60.0f);
}

__global__ void time_bucket(const long long* t, long long* minute, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        minute[i] = minute_of(t[i]);
}
