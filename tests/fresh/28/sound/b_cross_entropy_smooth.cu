// fpcheck: cross_entropy <<<R, 64>>> x=@b_ce_x.npy target=@b_ce_t.npy loss=empty:6 V=300 R=6 smoothing=0.1 ref=loss=@b_ce_l.npy --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: the maximum is subtracted from the logits (some are 500) before exp and before the mean, so neither the sum nor the smoothing term overflows or cancels
// figure: computed 8.77797794, MPFR 8.77797926 (worst element of a float model of the kernel: error 1.3e-06, tolerance 8.9e-05)
__device__ float warp_max(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, o));
    return x;
}

__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__global__ void cross_entropy(const float *x, const int *target, float *loss, int V, int R, float smoothing)
{
    __shared__ float tops[2], sums[2], shifts[2];
    const float *row = x + (size_t)blockIdx.x * V;
    const int warp = threadIdx.x / 32;

    float top = -INFINITY;
    for (int i = threadIdx.x; i < V; i += blockDim.x)
        top = fmaxf(top, row[i]);
    top = warp_max(top);
    if (threadIdx.x % 32 == 0)
        tops[warp] = top;
    __syncthreads();
    top = fmaxf(tops[0], tops[1]);

    float sum = 0.0f;
    float shift = 0.0f;
    for (int i = threadIdx.x; i < V; i += blockDim.x) {
        float d = row[i] - top;
        sum += expf(d);
        shift += d;
    }
    sum = warp_sum(sum);
    shift = warp_sum(shift);
    if (threadIdx.x % 32 == 0) {
        sums[warp] = sum;
        shifts[warp] = shift;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        float log_sum = logf(sums[0] + sums[1]);
        float nll = log_sum - (row[target[blockIdx.x]] - top);
        float uniform = log_sum - (shifts[0] + shifts[1]) / (float)V;
        loss[blockIdx.x] = (1.0f - smoothing) * nll + smoothing * uniform;
    }
}
