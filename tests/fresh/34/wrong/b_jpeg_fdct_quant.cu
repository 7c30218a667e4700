// fpcheck: encode_blocks <<<4, (8, 8)>>> pixels=@b_jpeg_fdct_quant_p.npy coef=empty:4x64 quality=50 --ref coef=@b_jpeg_fdct_quant_ref_coef.npy --tol bitwise
// fpcheck+ last_nonzero <<<4, 32>>> coef=coef last=empty:4
// expect: error mismatch (row/column order of a table) at line 74
// why: the quantisation table is read transposed (u * 8 + v where rows are vertical frequencies); the table is not symmetric, so many levels differ by several steps
// figure: coef[69] computed 8, exact 11
#include <cuda_runtime.h>
#include <math_constants.h>

// The front half of a baseline JPEG encoder: level shift, 8x8 DCT (two passes through shared memory), quantisation
// with Annex K's luminance table at a quality, zigzag order. threadIdx.x is the column, threadIdx.y the row.

__constant__ unsigned char LUMA[64] = {
    16, 11, 10, 16, 24, 40, 51, 61,
    12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77,
    24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
};

__constant__ unsigned char ZIGZAG[64] = {
    0, 1, 8, 16, 9, 2, 3, 10,
    17, 24, 32, 25, 18, 11, 4, 5,
    12, 19, 26, 33, 40, 48, 41, 34,
    27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36,
    29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46,
    53, 60, 61, 54, 47, 55, 62, 63,
};

// libjpeg's jpeg_quality_scaling: percent from a quality of 1 to 100
__device__ __forceinline__ int percent_of(int quality)
{
    if (quality < 1) quality = 1;
    if (quality > 100) quality = 100;
    return quality < 50 ? 5000 / quality : 200 - 2 * quality;
}

__device__ __forceinline__ int scaled_entry(int base, int percent)
{
    const int q = (base * percent + 50) / 100;
    return q < 1 ? 1 : (q > 255 ? 255 : q);
}

__device__ __forceinline__ float basis(int frequency, int position)
{
    const float c = frequency == 0 ? 0.35355339059327376f : 0.5f;
    return c * cospif((float)((2 * position + 1) * frequency) / 16.0f);
}

// one row of the tile against one basis function
__device__ __forceinline__ float along_row(const float (*t)[9], int row, int frequency)
{
    float s = 0.0f;
#pragma unroll
    for (int x = 0; x < 8; ++x) s = fmaf(t[row][x], basis(frequency, x), s);
    return s;
}

__device__ __forceinline__ float along_column(const float (*t)[9], int column, int frequency)
{
    float s = 0.0f;
#pragma unroll
    for (int y = 0; y < 8; ++y) s = fmaf(t[y][column], basis(frequency, y), s);
    return s;
}

__device__ __forceinline__ int quantise(float f, int u, int v, int percent)
{
    // u is the horizontal frequency, v the vertical one
    const int q = scaled_entry(LUMA[u * 8 + v], percent);
    return __float2int_rn(f / (float)q);
}

__global__ void encode_blocks(const unsigned char* __restrict__ pixels, short* coef, int quality)
{
    __shared__ float tile[8][9];
    __shared__ float half_way[8][9];
    __shared__ short quantised[64];
    const int x = threadIdx.x, y = threadIdx.y, t = y * 8 + x;
    const unsigned char* block = pixels + blockIdx.x * 64;

    tile[y][x] = (float)block[t] - 128.0f;
    __syncthreads();
    half_way[y][x] = along_row(tile, y, x);
    __syncthreads();
    const float f = along_column(half_way, x, y);

    quantised[t] = (short)quantise(f, x, y, percent_of(quality));
    __syncthreads();
    coef[blockIdx.x * 64 + t] = quantised[ZIGZAG[t]];
}

// where the entropy coder may write its end of block
__global__ void last_nonzero(const short* __restrict__ coef, int* last)
{
    const short* c = coef + blockIdx.x * 64;
    int best = -1;
    for (int i = threadIdx.x; i < 64; i += 32)
        if (c[i] != 0) best = i;
    for (int d = 16; d > 0; d >>= 1) best = max(best, __shfl_xor_sync(0xffffffffu, best, d));
    if (threadIdx.x == 0) last[blockIdx.x] = best;
}
