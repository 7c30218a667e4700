// fpcheck: jitter<<<1, 32>>> arrival=[0.5000001,1.75,2.5,3.0005] expected=[0.5,1.7499,2.4999,3.0] late=empty:4 n=4
// expect: error conversion out of range at line 8
// why: after 2.147 s the nanoseconds do not fit an int: both conversions saturate at INT_MAX and every later packet is in time
// figure: computed late[2] = 0 (both INT_MAX), MPFR 99.897385
// Lateness of packets in microseconds, from time stamps in seconds.
__device__ int nanoseconds(float seconds)
{
    return (int)(seconds * 1e9f);
}

__global__ void jitter(const float *arrival, const float *expected, float *late, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int t = nanoseconds(arrival[i]);
    int e = nanoseconds(expected[i]);
    late[i] = (float)(t - e) * 1e-3f;
}
