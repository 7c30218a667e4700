// fpcheck: causal_conv <<<(2, 2), 64>>> x=randn:2x128 w=randn:2x4 y=empty:2x128 n=128
// expect: error halo off by one at line 26
// why: a filter of 4 taps needs three elements before the tile; two are loaded, tile[0] stays undefined and feeds the first output of each tile
// figure: y[0] and y[64] of each channel undefined
// The short causal convolution before a state-space layer; a tile of 64 steps with its past in shared memory, then SiLU.
constexpr int TAPS = 4;
constexpr int TILE = 64;

__device__ float silu(float x)
{
    return x / (1.0f + expf(-x));
}

__device__ float at_or_zero(const float *row, int t)
{
    return t >= 0 ? row[t] : 0.0f;
}

__global__ void causal_conv(const float *x, const float *w, float *y, int n)
{
    __shared__ float tile[TILE + TAPS - 1];
    const int channel = blockIdx.y, first = blockIdx.x * TILE, i = threadIdx.x;
    const float *row = x + channel * n;
    tile[i + TAPS - 1] = row[first + i];
    if (i < TAPS - 2)
        tile[i + 1] = at_or_zero(row, first - TAPS + 2 + i);
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < TAPS; k++)
        sum = fmaf(w[channel * TAPS + k], tile[i + k], sum);
    y[channel * n + first + i] = silu(sum);
}
