// fpcheck: group_norm <<<G, 64>>> x=randn:3x100 y=empty:3x100 energy=empty:3 n=100 G=3 eps=1e-5
// expect: error divergence at line 38
// why: the barrier stands in a loop that threads 36 to 63 leave one turn earlier than the others, as 100 is no multiple of 64, and wait in the reduction after it
// figure: computed undefined (threads 36 to 63 are in the shuffle of the reduction, a deadlock), MPFR the mean of two neighbours (y[70])
__device__ float block_sum(float x, float *shared)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_down_sync(0xffffffffu, x, o);
    if (threadIdx.x % 32 == 0)
        shared[threadIdx.x / 32] = x;
    __syncthreads();
    float sum = shared[0] + shared[1];
    __syncthreads();
    return sum;
}

__global__ void group_norm(const float *x, float *y, float *energy, int n, int G, float eps)
{
    __shared__ float shared[2];
    __shared__ float stage[64];
    const float *in = x + blockIdx.x * n;
    float *out = y + blockIdx.x * n;

    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[i];
    float mean = block_sum(sum, shared) / (float)n;

    float square = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        square += (in[i] - mean) * (in[i] - mean);
    float scale = rsqrtf(block_sum(square, shared) / (float)n + eps);

    // Neighbours are averaged on the way out (anti-aliasing), through shared memory.
    float squares = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        stage[threadIdx.x] = (in[i] - mean) * scale;
        __syncthreads();
        float left = threadIdx.x > 0 ? stage[threadIdx.x - 1] : stage[threadIdx.x];
        out[i] = 0.5f * (left + stage[threadIdx.x]);
        squares += out[i] * out[i];
        __syncthreads();
    }
    squares = block_sum(squares, shared);
    if (threadIdx.x == 0)
        energy[blockIdx.x] = squares / (float)n;
}
