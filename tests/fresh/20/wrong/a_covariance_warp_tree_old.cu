// fpcheck: covariance<<<3, 64>>> x=uniform(-1,1):3x200 y=uniform(-1,1):3x200 cov=empty:3 n=200
// expect: error race at line 9
// why: the last steps of the tree run inside a warp without __syncwarp: since Volta lanes need not move together, and a lane reads what another is writing
// figure: computed cov[0]=undefined (depends on the order of lanes), MPFR the covariance of row 0
// Covariance of two series with known zero means, one row a block: a tree in shared memory.
__device__ void warp_tree(volatile float *s, int t)
{
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
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
