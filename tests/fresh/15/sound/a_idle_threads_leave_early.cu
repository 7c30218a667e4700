// fpcheck: smooth_profile <<<2, 64>>> in=uniform(0,5):100 out=empty:100 n=100
// expect: ok
// why: threads behind the end return before the barrier; that is no fault on sm_70 and later, and nobody reads a shared element they would have written
// figure: computed out within 2 ulp of the mean of three values

// Running mean of three values of a profile.
__global__ void smooth_profile(const float *in, float *out, int n)
{
    __shared__ float tile[66];
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    int last = min(n, (int)(blockIdx.x + 1) * 64) - 1;
    tile[threadIdx.x + 1] = in[i];
    if (threadIdx.x == 0)
        tile[0] = in[max(i - 1, 0)];
    if (i == last)
        tile[threadIdx.x + 2] = in[min(i + 1, n - 1)];
    __syncthreads();
    out[i] = (tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2]) / 3.0f;
}
