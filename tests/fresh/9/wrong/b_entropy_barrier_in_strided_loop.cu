// fpcheck: entropy <<<2, 64>>> p=uniform(0.005,0.015):2x100 h=empty:2 n=100
// expect: error divergent barrier at line 17
// why: 100 elements over 64 threads: 36 threads go through the loop twice, the others once, so a barrier inside is not reached by all
// figure: barrier divergence (undefined)
// The entropy of each row of probabilities, a block a row; terms pass through shared memory so that they are added in order.
__device__ float term(float p)
{
    return p > 0.0f ? -p * logf(p) : 0.0f;
}

__global__ void entropy(const float *p, float *h, int n)
{
    __shared__ float terms[64];
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        terms[threadIdx.x] = term(p[blockIdx.x * n + i]);
        __syncthreads();
        if (threadIdx.x == 0) {
            int live = min((int)blockDim.x, n - i);
            for (int j = 0; j < live; j++)
                sum += terms[j];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        h[blockIdx.x] = sum;
}
