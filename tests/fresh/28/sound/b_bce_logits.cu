// fpcheck: bce_with_logits <<<1, 64>>> x=@b_bce_x.npy z=@b_bce_z.npy loss=empty:64 grad=empty:64 n=64 ref=loss=@b_bce_l.npy --tol rtol=1e-5,atol=0
// expect: ok
// why: for logits of +-85 exp(-|x|) underflows towards 0, and is meant to: log1p of it is then right, and the loss keeps its relative accuracy at both ends
// figure: computed 0.701704919, MPFR 0.701704859 (worst element of a float model of the kernel: error 6e-08, tolerance 7e-06)
__device__ float softplus(float x)
{
    return fmaxf(x, 0.0f) + log1pf(expf(-fabsf(x)));
}

// sigmoid(x) - z for z in {0, 1}, without a difference of near numbers
__device__ float gradient(float x, float z)
{
    float e = expf(-fabsf(x));
    float small = e / (1.0f + e);
    float large = 1.0f / (1.0f + e);
    if (z > 0.5f)
        return x >= 0.0f ? -small : -large;
    return x >= 0.0f ? large : small;
}

__global__ void bce_with_logits(const float *x, const float *z, float *loss, float *grad, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    // -log sigmoid(x) = softplus(-x), -log(1 - sigmoid(x)) = softplus(x)
    loss[i] = z[i] > 0.5f ? softplus(-x[i]) : softplus(x[i]);
    grad[i] = gradient(x[i], z[i]);
}
