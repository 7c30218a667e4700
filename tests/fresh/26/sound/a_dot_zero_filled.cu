// fpcheck: dot <<<1, 128>>> a=randn:512 b=randn:512 out=empty:1 n=512
// expect: ok
// why: reads 32 partial sums of 4 warps, but the others were set to 0, with a barrier before the warps write
// figure: out[0]: 512 products in a tree over 128 threads, absolute error about 2e-6 on a sum of order 20, tolerance of that order times the condition
__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void dot(const float *a, const float *b, float *out, int n)
{
    __shared__ float part[32];
    int t = threadIdx.x;
    int lane = t & 31, warp = t >> 5;
    if (t < 32)
        part[t] = 0.0f;
    __syncthreads();
    float s = 0.0f;
    for (int i = t; i < n; i += blockDim.x)
        s = fmaf(a[i], b[i], s);
    s = warp_sum(s);
    if (lane == 0)
        part[warp] = s;
    __syncthreads();
    if (warp == 0) {
        float v = part[lane];
        v = warp_sum(v);
        if (lane == 0)
            *out = v;
    }
}
