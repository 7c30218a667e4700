// fpcheck: pack_weights <<<3, 32>>> w=randn:32x96 packed=empty:32x24 scales=empty:32x3 groups=96
// fpcheck+ w4a8 <<<(2, 1), (16, 16)>>> x=randn:12x96 bias=randn:32 y=empty:12x32 activate=1 m=12 n=32 k=96
// expect: ok
// why: half-warp shuffles of width 16 with the full mask (all lanes take part), rows past m read the last row but are never stored, both barriers are in the loop
// figure: integer sums are exact; 3 fused float additions, a bias and a square: error of some 1e-6 absolute
// y = x w^T with rows of x quantised to int8 on the fly and w in signed 4 bits (value + 8 in a nibble), a scale for each 32 of a row.
// A block makes a 16x16 tile of y; tiles of both operands go through shared memory as packed bytes for dp4a.
#include <cuda_fp16.h>

constexpr int TILE = 16;
constexpr int GROUP = 32;
constexpr int WORDS = GROUP / 4;

struct Tiles
{
    int a[TILE][WORDS + 1];
    int b[TILE][WORDS + 1];
    float b_scale[TILE];
};

__device__ __forceinline__ int pack4(int b0, int b1, int b2, int b3)
{
    return (b0 & 255) | ((b1 & 255) << 8) | ((b2 & 255) << 16) | (b3 << 24);
}

// Four nibbles of 16 bits become four signed bytes.
__device__ __forceinline__ int widen(unsigned nibbles)
{
    int out[4];
    for (int i = 0; i < 4; i++)
        out[i] = (int)((nibbles >> (4 * i)) & 15u) - 8;
    return pack4(out[0], out[1], out[2], out[3]);
}

__device__ float block_row_max(const float *row, int k, float *scratch)
{
    float best = 0.0f;
    for (int i = threadIdx.x; i < k; i += TILE)
        best = fmaxf(best, fabsf(row[i]));
    for (int offset = 8; offset > 0; offset >>= 1)
        best = fmaxf(best, __shfl_xor_sync(0xffffffffu, best, offset, 16));
    if (threadIdx.x == 0)
        *scratch = best;
    __syncthreads();
    float result = *scratch;
    __syncthreads();
    return result;
}

__device__ __forceinline__ int quantise(float x, float inverse)
{
    int q = __float2int_rn(x * inverse);
    return max(-127, min(127, q));
}

__device__ void load_a(Tiles &s, const float *x, int row, int k0, int k, int m, float inverse)
{
    for (int w = threadIdx.x; w < WORDS; w += TILE) {
        int q[4];
        for (int i = 0; i < 4; i++) {
            int at = k0 + 4 * w + i;
            q[i] = row < m && at < k ? quantise(x[row * k + at], inverse) : 0;
        }
        s.a[threadIdx.y][w] = pack4(q[0], q[1], q[2], q[3]);
    }
}

__device__ void load_b(Tiles &s, const unsigned short *packed, const __half *scales, int column, int k0, int k, int n)
{
    for (int w = threadIdx.x; w < WORDS; w += TILE) {
        bool inside = column < n && k0 + 4 * w < k;
        s.b[threadIdx.y][w] = inside ? widen(packed[(column * k + k0) / 4 + w]) : 0;
    }
    if (threadIdx.x == 0)
        s.b_scale[threadIdx.y] = column < n ? __half2float(scales[column * (k / GROUP) + k0 / GROUP]) : 0.0f;
}

// One thread a group of 32 weights: the scale is max / 7 in half, the nibbles are made against the rounded scale.
__global__ void pack_weights(const float *w, unsigned short *packed, __half *scales, int groups)
{
    int group = blockIdx.x * blockDim.x + threadIdx.x;
    if (group >= groups)
        return;
    const float *from = w + group * GROUP;
    float best = 0.0f;
    for (int i = 0; i < GROUP; i++)
        best = fmaxf(best, fabsf(from[i]));
    const __half scale = __float2half_rn(best > 0.0f ? best / 7.0f : 1.0f);
    const float inverse = 1.0f / __half2float(scale);
    scales[group] = scale;
    for (int word = 0; word < WORDS; word++) {
        unsigned bits = 0;
        for (int i = 0; i < 4; i++) {
            int q = max(-8, min(7, __float2int_rn(from[4 * word + i] * inverse)));
            bits |= (unsigned)(q + 8) << (4 * i);
        }
        packed[group * WORDS + word] = (unsigned short)bits;
    }
}

__device__ float squared_relu(float x)
{
    float positive = fmaxf(x, 0.0f);
    return positive * positive;
}

__device__ float finish(float sum, float scale, const float *bias, int column, bool activate)
{
    float x = fmaf(sum, scale, bias ? bias[column] : 0.0f);
    return activate ? squared_relu(x) : x;
}

__device__ int dot_group(const int *a, const int *b)
{
    int sum = 0;
    for (int w = 0; w < WORDS; w++)
        sum = __dp4a(a[w], b[w], sum);
    return sum;
}

__global__ void w4a8(const float *x, const unsigned short *packed, const __half *scales, const float *bias, float *y, int m,
                     int n, int k, int activate)
{
    __shared__ Tiles tiles;
    __shared__ float maxima[TILE];
    __shared__ float row_scale[TILE];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int first = blockIdx.x * TILE;

    float largest = block_row_max(x + min(row, m - 1) * k, k, &maxima[threadIdx.y]);
    float scale = largest > 0.0f ? largest / 127.0f : 1.0f;
    float inverse = largest > 0.0f ? 127.0f / largest : 0.0f;
    if (threadIdx.x == 0)
        row_scale[threadIdx.y] = scale;

    float sum = 0.0f;
    for (int k0 = 0; k0 < k; k0 += GROUP) {
        load_a(tiles, x, row, k0, k, m, inverse);
        load_b(tiles, packed, scales, first + threadIdx.y, k0, k, n);
        __syncthreads();
        int part = dot_group(tiles.a[threadIdx.y], tiles.b[threadIdx.x]);
        sum = fmaf((float)part, tiles.b_scale[threadIdx.x], sum);
        __syncthreads();
    }

    const int column = first + threadIdx.x;
    if (row < m && column < n)
        y[row * n + column] = finish(sum, row_scale[threadIdx.y], bias, column, activate != 0);
}

void launch_w4a8(const float *x, const unsigned short *packed, const __half *scales, const float *bias, float *y, int m, int n, int k)
{
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), block(TILE, TILE);
    w4a8<<<grid, block>>>(x, packed, scales, bias, y, m, n, k, bias != nullptr);
}
