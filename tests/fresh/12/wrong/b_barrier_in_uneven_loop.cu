// fpcheck: pair_smoothness <<<1, 64>>> x=randn:100 out=empty:1 n=100
// expect: error barrier at line 18
// why: threads 36 to 63 leave the loop after one turn; their barrier below is taken for the one in the loop by the others: barriers differ within a block, and within warp 1.
// figure: undefined (deadlock or stale shared values)
#define BLOCK 64

// Sum of squared differences between neighbours of a pair, over a signal.
__global__ void pair_smoothness(const float *x, float *out, int n)
{
    __shared__ float buffer[BLOCK];
    __shared__ float part[BLOCK];
    const int tid = threadIdx.x;

    buffer[tid] = 0.0f;
    float acc = 0.0f;
    for (int i = tid; i < n; i += BLOCK) {
        buffer[tid] = x[i];
        __syncthreads();
        float d = buffer[tid] - buffer[tid ^ 1];
        acc += 0.5f * d * d;
        __syncthreads();
    }

    part[tid] = acc;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (tid < s)
            part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = part[0];
}
