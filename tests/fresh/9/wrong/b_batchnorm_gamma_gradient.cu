// fpcheck: gamma_gradient <<<4, 256>>> x=uniform(49999,50001):4x256 dy=uniform(0.5,1.5):4x256 dgamma=empty:4 eps=1e-5
// expect: error cancellation at line 32
// why: sum(dy x) - mean sum(dy): two numbers of 1.3e7 are subtracted for a result of about 5; sum(dy (x - mean)) is as easy
// figure: unscaled dgamma of such a row computed -5.0000, MPFR -4.7750
// The gradient of a batch normalisation's scale; a block a channel, one pass for both sums.
__device__ float block_sum(float v, float *scratch)
{
    scratch[threadIdx.x] = v;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            scratch[threadIdx.x] += scratch[threadIdx.x + half];
        __syncthreads();
    }
    float total = scratch[0];
    __syncthreads();
    return total;
}

__global__ void gamma_gradient(const float *x, const float *dy, float *dgamma, float eps)
{
    __shared__ float scratch[256];
    const int n = blockDim.x;
    const float value = x[blockIdx.x * n + threadIdx.x];
    const float grad = dy[blockIdx.x * n + threadIdx.x];
    const float mean = block_sum(value, scratch) / n;
    const float centred = value - mean;
    const float deviation = rsqrtf(block_sum(centred * centred, scratch) / n + eps);
    const float with_x = block_sum(grad * value, scratch);
    const float alone = block_sum(grad, scratch);
    if (threadIdx.x == 0)
        dgamma[blockIdx.x] = (with_x - mean * alone) * deviation;
}
