// fpcheck: reduce_warp_tail <<<8, 128>>> x=uniform(0,1):8x128 out=empty:8 ref=out=sum(x,1) --tol rtol=1e-4,atol=0
// expect: error race at line 14: the last warp adds through shared memory without __syncwarp or volatile (any of these six lines); the compiler keeps s[t] in a register, stale partials are added
// Sum of 128 values a block, the old way with an unrolled last warp.
__global__ void reduce_warp_tail(const float* x, float* out)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 128 + t];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
