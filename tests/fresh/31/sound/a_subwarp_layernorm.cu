// fpcheck: layernorm16 <<<2, 64>>> x=uniform(1000,1010):6x16 gamma=uniform(0.5,1.5):16 beta=uniform(-1,1):16 y=empty:6x16 rows=6 eps=1e-5
// expect: ok
// why: shuffles of width 16 with two rows a warp; the last warp has rows that do not exist, but all lanes take part and only the store is masked. The mean is removed before squares are taken
// figure: y[0][0] (uniform data) computed 1.45656431, MPFR 1.4565643
// Layer normalisation over 16 features (a head), half a warp a row.
template <int W>
__device__ __forceinline__ float sum_segment(float v)
{
#pragma unroll
    for (int off = W / 2; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off, W);
    return v;
}

__global__ void layernorm16(const float *x, const float *gamma, const float *beta, float *y, int rows, float eps)
{
    const int c = threadIdx.x % 16;
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
    const bool live = row < rows;
    float v = live ? x[row * 16 + c] : 0.0f;
    float mean = sum_segment<16>(v) * (1.0f / 16.0f);
    float d = v - mean;
    mean = sum_segment<16>(d) * (1.0f / 16.0f);     // what the rounding of the mean left
    d -= mean;
    float var = sum_segment<16>(d * d) * (1.0f / 16.0f);
    if (live)
        y[row * 16 + c] = d * rsqrtf(var + eps) * gamma[c] + beta[c];
}
