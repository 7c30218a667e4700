// fpcheck: unscale_gradients <<<2, 64>>> g=inout:randn:128 norm=empty:2 inv_scale=0.0009765625 n=128
// expect: error uninitialised at line 13
// why: the shared flag `bad` is only ever or-ed into; nothing sets it to zero before, so the gradients may be dropped at random
// figure: computed undefined (old contents of shared memory), MPFR g * 2^-10
__global__ void unscale_gradients(float *g, float *norm, float inv_scale, int n)
{
    __shared__ int bad;
    __shared__ float squares[64];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    float v = i < n ? g[i] * inv_scale : 0.0f;
    squares[t] = v * v;
    atomicOr(&bad, isfinite(v) ? 0 : 1);
    __syncthreads();
    for (int half = 32; half > 0; half >>= 1) {
        if (t < half)
            squares[t] += squares[t + half];
        __syncthreads();
    }
    if (i < n)
        g[i] = bad ? 0.0f : v;
    if (t == 0)
        norm[blockIdx.x] = bad ? 0.0f : sqrtf(squares[0]);
}
