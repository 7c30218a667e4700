// fpcheck: dot_split <<<4, 64>>> a=uniform(0.5,1.5):1024 b=uniform(0.5,1.5):1024 partial=empty:4 counter=inout:zeros:1 y=empty:1 n=1024
// expect: ok
// why: blocks write partial sums and the last one to arrive adds them: fences on both sides of the counter, volatile reads, a fixed order of addition
// figure: positive terms, tree sums: relative error about 3e-7
// A long dot product over several blocks, finished by the last one.
__device__ float block_sum(float v, float *scratch)
{
    scratch[threadIdx.x] = v;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            scratch[threadIdx.x] += scratch[threadIdx.x + half];
        __syncthreads();
    }
    return scratch[0];
}

__global__ void dot_split(const float *a, const float *b, float *partial, unsigned *counter, float *y, int n)
{
    __shared__ float scratch[64];
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum = fmaf(a[i], b[i], sum);
    sum = block_sum(sum, scratch);
    if (threadIdx.x == 0) {
        *(volatile float *)(partial + blockIdx.x) = sum;
        __threadfence();
        const unsigned arrived = atomicAdd(counter, 1u);
        if (arrived == gridDim.x - 1) {
            __threadfence();
            float total = 0.0f;
            for (int block = 0; block < gridDim.x; block++)
                total += *(volatile float *)(partial + block);
            *y = total;
            *counter = 0;
        }
    }
}
