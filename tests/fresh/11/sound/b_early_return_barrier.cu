// fpcheck: smooth_rows <<<3, 64>>> x=randn:3x50 y=empty:3x50 w=50
// expect: ok
// why: threads beyond the row leave before the barriers, which is no fault on sm_70 and later; the others do not read what those would have written
// figure: binomial weights are powers of two: error at most 2e-7 at values of about 1, some ulps allowed
// Binomial smoothing of rows, two passes.
__device__ float kernel3(const float *s, int t, int w)
{
    float l = s[max(t - 1, 0)], r = s[min(t + 1, w - 1)];
    return 0.25f * l + 0.5f * s[t] + 0.25f * r;
}

__global__ void smooth_rows(const float *x, float *y, int w)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    if (t >= w)
        return;
    s[t] = x[blockIdx.x * w + t];
    __syncthreads();
    for (int pass = 0; pass < 2; pass++) {
        float v = kernel3(s, t, w);
        __syncthreads();
        s[t] = v;
        __syncthreads();
    }
    y[blockIdx.x * w + t] = s[t];
}
