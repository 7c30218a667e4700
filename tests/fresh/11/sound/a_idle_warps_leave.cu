// fpcheck: row_norms <<<2, 128>>> a=randn:2x50 norm=empty:2 n=50 --ref norm=sqrt(sum(a*a,1))
// expect: ok
// why: the threads of the last two warps return before the barrier (that is allowed), the others go through it; the partial sums of the warps that left are not read
// figure: six levels of additions of squares: relative error about 2e-7, of 2e-6 allowed
// Euclidean norms of short rows; the block is larger than need be.
__global__ void row_norms(const float *a, float *norm, int n)
{
    __shared__ float s[4];
    int warps = (n + 31) / 32;
    int warp = threadIdx.x / 32;
    if (warp >= warps)
        return;
    float v = threadIdx.x < n ? a[blockIdx.x * n + threadIdx.x] : 0.0f;
    v *= v;
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0)
        s[warp] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0.0f;
        for (int w = 0; w < warps; w++)
            sum += s[w];
        norm[blockIdx.x] = sqrtf(sum);
    }
}
