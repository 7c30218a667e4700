// fpcheck: row_dot <<<4, 128>>> a=randn:4x500 b=randn:4x500 dot=empty:4 n=500
// expect: ok
// why: the last warp goes on in shared memory without __syncthreads, but reads and writes are separated by __syncwarp on both sides.
// figure: error of one draw 4.3e-09 of the sum of magnitudes (tolerance of the sum about 1e-6)
#define BLOCK 128

__device__ void warp_tail(float *s, int tid)
{
    float v = s[tid] + s[tid + 32];
    __syncwarp();
    s[tid] = v;
    __syncwarp();
    for (int o = 16; o > 0; o >>= 1) {
        v += s[tid + o]; // lanes above o collect what nobody uses
        __syncwarp();
        s[tid] = v;
        __syncwarp();
    }
}

__global__ void row_dot(const float *a, const float *b, float *dot, int n)
{
    __shared__ float s[BLOCK];
    const int tid = threadIdx.x;
    const int row = blockIdx.x;
    float v = 0.0f;
    for (int i = tid; i < n; i += BLOCK)
        v = fmaf(a[row * n + i], b[row * n + i], v);
    s[tid] = v;
    __syncthreads();
    if (tid < 64)
        s[tid] += s[tid + 64];
    __syncthreads();
    if (tid < 32)
        warp_tail(s, tid);
    if (tid == 0)
        dot[row] = s[0];
}
