// fpcheck: block_moment<<<2, 64>>> x=uniform(0,1):128 out=empty:128
// expect: error barrier at line 15
// why: the first warp waits inside of a branch, the second at the barrier behind it: they pair up one too early, and the second warp reads the mean before it is there
// figure: computed: undefined (threads 32..63 read s[0] while warp 0 still sums), MPFR: x minus the mean of its block
// Removes the mean of every block of 64 samples.
__global__ void block_moment(const float *x, float *out)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float mine = x[blockIdx.x * 64 + t];
    s[t] = mine;
    __syncthreads();
    if (t < 32) {
        float v = s[t] + s[t + 32];
        __syncthreads();
        for (int o = 16; o > 0; o >>= 1)
            v += __shfl_down_sync(0xffffffffu, v, o);
        if (t == 0)
            s[0] = v / 64.0f;
    }
    __syncthreads();
    out[blockIdx.x * 64 + t] = mine - s[0];
}
