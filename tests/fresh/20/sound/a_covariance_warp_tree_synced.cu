// fpcheck: covariance<<<3, 64>>> x=uniform(-1,1):3x200 y=uniform(-1,1):3x200 cov=empty:3 n=200
// expect: ok
// why: every step of the warp tree reads, then __syncwarp, then writes, then __syncwarp; all 32 lanes take part
// figure: computed cov[0] within 64 half ulps of sum |x y| / 200, MPFR about 1e-2: no race
// Covariance of two series with known zero means, one row a block: a tree in shared memory.
__device__ void warp_tree(volatile float *s, int t)
{
    float v = s[t] + s[t + 32];
    __syncwarp();
    s[t] = v;
    __syncwarp();
    for (int o = 16; o > 0; o >>= 1) {
        v += s[t + o];
        __syncwarp();
        s[t] = v;
        __syncwarp();
    }
}

__global__ void covariance(const float *x, const float *y, float *cov, int n)
{
    __shared__ float s[64 + 32];
    int t = threadIdx.x;
    const float *a = x + blockIdx.x * n;
    const float *b = y + blockIdx.x * n;
    float sum = 0.0f;
    for (int i = t; i < n; i += blockDim.x)
        sum = fmaf(a[i], b[i], sum);
    s[t] = sum;
    if (t < 32)
        s[64 + t] = 0.0f;
    __syncthreads();
    if (t < 32)
        warp_tree(s, t);
    if (t == 0)
        cov[blockIdx.x] = s[0] / n;
}
