// fpcheck: time_bucket <<<2, 64>>> t=@a_minute_bucket_double_t.npy minute=empty:128 n=128 --ref 'minute=@a_minute_bucket_double_minute_ref.npy'
// expect: ok
// why: a 64-bit time through a double and a division that rounds: exact below 2^53, and no quotient k/60 rounds up to the next integer; floor, so that times before 1970 go down
// figure: minute[0] computed -16067, exact -16067; 0 of 128 beyond the tolerance, worst 0 times
#include <cuda_runtime.h>

// date_trunc('minute', t), as the number of the minute
__device__ long long minute_of(long long t)
{
    return (long long)floor((double)t / 60.0);
}

__global__ void time_bucket(const long long* t, long long* minute, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        minute[i] = minute_of(t[i]);
}
