// fpcheck: layer_norm <<<2, 256>>> x=uniform(4999,5001):2x256 gamma=uniform(0.5,1.5):256 beta=randn:256 y=empty:2x256 eps=1e-5
// expect: ok
// why: E[d^2] - E[d]^2 in one pass, but of d = x - x[0], which is exact here and of the size of the deviation, so nothing cancels that matters
// figure: relative error of the variance about 3e-7, of y some 1e-6 beside zero crossings
// LayerNorm of rows far from zero; the first element of the row is the shift.
__device__ float2 warp_sum(float2 v)
{
    for (int offset = 16; offset > 0; offset >>= 1) {
        v.x += __shfl_xor_sync(0xffffffffu, v.x, offset);
        v.y += __shfl_xor_sync(0xffffffffu, v.y, offset);
    }
    return v;
}

__global__ void layer_norm(const float *x, const float *gamma, const float *beta, float *y, float eps)
{
    __shared__ float2 partial[8];
    const int i = threadIdx.x, n = blockDim.x;
    const float *row = x + blockIdx.x * n;
    const float d = row[i] - row[0];
    float2 sums = warp_sum(make_float2(d, d * d));
    if ((i & 31) == 0)
        partial[i >> 5] = sums;
    __syncthreads();
    sums = make_float2(0.0f, 0.0f);
    for (int w = 0; w < 8; w++) {
        sums.x += partial[w].x;
        sums.y += partial[w].y;
    }
    const float mean = sums.x / n;
    const float variance = sums.y / n - mean * mean;
    y[blockIdx.x * n + i] = fmaf((d - mean) * rsqrtf(variance + eps), gamma[i], beta[i]);
}
