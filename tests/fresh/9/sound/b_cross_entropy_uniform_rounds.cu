// fpcheck: cross_entropy <<<2, 64>>> z=uniform(-10,10):2x100 labels=[3,77] loss=empty:2 n=100
// expect: ok
// why: a barrier in a loop over a tail that only some threads have: the number of rounds is rounded up for the whole block, so all reach it
// figure: relative error about 3e-7 of lse and z
// Cross entropy of a row by chunks of the block's size, with a running maximum and sum.
__device__ float chunk_max(const float *terms, int live)
{
    float top = terms[0];
    for (int j = 1; j < live; j++)
        top = fmaxf(top, terms[j]);
    return top;
}

__global__ void cross_entropy(const float *z, const int *labels, float *loss, int n)
{
    __shared__ float terms[64];
    const float *row = z + blockIdx.x * n;
    const int rounds = (n + blockDim.x - 1) / blockDim.x;
    float top = -INFINITY, sum = 0.0f;
    for (int r = 0; r < rounds; r++) {
        const int i = r * blockDim.x + threadIdx.x;
        if (i < n)
            terms[threadIdx.x] = row[i];
        __syncthreads();
        if (threadIdx.x == 0) {
            const int live = min((int)blockDim.x, n - r * (int)blockDim.x);
            const float higher = fmaxf(top, chunk_max(terms, live));
            sum *= expf(top - higher);
            top = higher;
            for (int j = 0; j < live; j++)
                sum += expf(terms[j] - top);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        loss[blockIdx.x] = top + logf(sum) - row[labels[blockIdx.x]];
}
