// fpcheck: lse <<<4, 32>>> z=@a_masked_lse_z.npy mask=@a_masked_lse_mask.npy out=empty:4 n=40 --ref out=@a_masked_lse_want.npy --tol rtol=2e-6,atol=1e-6
// expect: ok
// why: scores around 200 and -inf for masked ones: the largest is subtracted, and a row with nothing left is answered before inf - inf could be made
// figure: out[0] computed 207.299103, MPFR 207.299097; out[2] -inf as it should be
// log sum exp of the attention scores that the mask leaves.
__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void lse(const float *z, const unsigned char *mask, float *out, int n)
{
    int row = blockIdx.x;
    float top = -INFINITY;
    for (int i = threadIdx.x; i < n; i += 32)
        top = fmaxf(top, mask[row * n + i] ? z[row * n + i] : -INFINITY);
    top = warp_max(top);
    if (top == -INFINITY) {
        if (threadIdx.x == 0)
            out[row] = -INFINITY;
        return;
    }
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += expf((mask[row * n + i] ? z[row * n + i] : -INFINITY) - top);
    sum = warp_sum(sum);
    if (threadIdx.x == 0)
        out[row] = top + logf(sum);
}
