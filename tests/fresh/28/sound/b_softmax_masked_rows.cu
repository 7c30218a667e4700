// fpcheck: masked_softmax <<<4, 32>>> x=@b_ms_x.npy lengths=[5,0,40,1] y=empty:4x40 n=40 ref=y=@b_ms_y.npy --tol rtol=1e-5,atol=1e-8
// expect: ok
// why: a row without a visible element has maximum -inf and sum 0; the branch writes zeros instead of dividing, and the scores of 1000 are shifted before exp
// figure: computed 0.00807984266, MPFR 0.00807984366 (worst element of a float model of the kernel: error 1e-09, tolerance 9.1e-08)
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

__global__ void masked_softmax(const float *x, const int *lengths, float *y, int n)
{
    int row = blockIdx.x;
    int length = lengths[row];
    const float *in = x + row * n;
    float *out = y + row * n;

    float most = -INFINITY;
    for (int i = threadIdx.x; i < length; i += 32)
        most = fmaxf(most, in[i]);
    most = warp_max(most);

    float sum = 0.0f;
    for (int i = threadIdx.x; i < length; i += 32)
        sum += expf(in[i] - most);
    sum = warp_sum(sum);

    float scale = sum > 0.0f ? 1.0f / sum : 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        out[i] = i < length ? expf(in[i] - most) * scale : 0.0f;
}
