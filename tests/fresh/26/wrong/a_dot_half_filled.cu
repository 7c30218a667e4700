// fpcheck: dot <<<1, 128>>> a=randn:512 b=randn:512 out=empty:1 n=512
// expect: error uninitialised at line 25
// why: 4 warps write 4 partial sums, but all 32 lanes of the first warp add theirs: part[4..31] was never written
// figure: out[0]: computed undefined (part[4..31] was never written), MPFR the sum of 512 products
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
