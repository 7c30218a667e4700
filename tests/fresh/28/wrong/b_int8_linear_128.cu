// fpcheck: quantise_a <<<M, 32>>> a=@b_int8_a.npy qa=empty:24x64 sa=empty:24 K=64 M=24 ref=c=@b_int8_c.npy --tol rtol=2e-2,atol=0.6
// fpcheck+ quantise_b <<<N, 32>>> b=@b_int8_b.npy qb=empty:20x64 sb=empty:20 K=64 N=20
// fpcheck+ linear_int8 <<<(3, 3), (8, 8)>>> qa=qa qb=qb sa=sa sb=sb bias=zeros:20 c=empty:24x20 M=24 N=20 K=64
// expect: error conversion at line 34
// why: the scale is amax/128, so a positive largest element becomes 128 and the narrowing to signed char wraps it to -128
// figure: computed -7.56974012, MPFR 20.3486966 (c[20][2]; without the wrap the error is at most 0.37)
#include <cuda_runtime.h>

// A linear layer in 8 bits: both operands are quantised by rows, symmetrically, multiplied with dp4a and scaled back.

constexpr int TILE = 8;       // rows and columns of an output tile
constexpr int DEPTH = 16;     // bytes of a row in a tile, four words
constexpr int WORDS = DEPTH / 4;

__device__ __forceinline__ float warp_max(float x)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, offset));
    return x;
}

__device__ float absmax_row(const float *row, int columns)
{
    float most = 0.0f;
    for (int c = threadIdx.x; c < columns; c += 32)
        most = fmaxf(most, fabsf(row[c]));
    return warp_max(most);
}

__device__ __forceinline__ signed char to_int8(float x, float inverse)
{
    int level = __float2int_rn(x * inverse);
    return (signed char)level;
}

__device__ void quantise_row(const float *row, signed char *levels, float *scale, int columns)
{
    float most = absmax_row(row, columns);
    float step = most > 0.0f ? most / 128.0f : 1.0f;
    float inverse = 1.0f / step;
    for (int c = threadIdx.x; c < columns; c += 32)
        levels[c] = to_int8(row[c], inverse);
    if (threadIdx.x == 0)
        *scale = step;
}

__global__ void quantise_a(const float *a, signed char *qa, float *sa, int K, int M)
{
    int row = blockIdx.x;
    if (row >= M)
        return;
    quantise_row(a + row * K, qa + row * K, sa + row, K);
}

__global__ void quantise_b(const float *b, signed char *qb, float *sb, int K, int N)
{
    int row = blockIdx.x;
    if (row >= N)
        return;
    quantise_row(b + row * K, qb + row * K, sb + row, K);
}

struct Tiles
{
    int a[TILE][WORDS + 1];
    int b[TILE][WORDS + 1];
};

__device__ __forceinline__ int load_word(const signed char *q, int row, int rows, int k, int K)
{
    if (row >= rows || k >= K)
        return 0;
    return *reinterpret_cast<const int *>(q + row * K + k);
}

__device__ void load_tiles(Tiles &tiles, const signed char *qa, const signed char *qb, int row, int column, int k, int M, int N, int K)
{
    int word = threadIdx.x;
    if (word < WORDS) {
        tiles.a[threadIdx.y][word] = load_word(qa, row + threadIdx.y, M, k + 4 * word, K);
        tiles.b[threadIdx.y][word] = load_word(qb, column + threadIdx.y, N, k + 4 * word, K);
    }
}

__device__ __forceinline__ int dot_tile(const Tiles &tiles, int sum)
{
#pragma unroll
    for (int w = 0; w < WORDS; w++)
        sum = __dp4a(tiles.a[threadIdx.y][w], tiles.b[threadIdx.x][w], sum);
    return sum;
}

template <bool RELU>
__device__ __forceinline__ float epilogue(int sum, float scale_a, float scale_b, float bias)
{
    float x = fmaf((float)sum, scale_a * scale_b, bias);
    return RELU ? fmaxf(x, 0.0f) : x;
}

__global__ void linear_int8(const signed char *qa, const signed char *qb, const float *sa, const float *sb, const float *bias, float *c, int M,
                            int N, int K)
{
    __shared__ Tiles tiles;

    int first_row = blockIdx.y * TILE;
    int first_column = blockIdx.x * TILE;
    int row = first_row + threadIdx.y;
    int column = first_column + threadIdx.x;

    int sum = 0;
    for (int k = 0; k < K; k += DEPTH) {
        load_tiles(tiles, qa, qb, first_row, first_column, k, M, N, K);
        __syncthreads();
        sum = dot_tile(tiles, sum);
        __syncthreads();
    }

    if (row < M && column < N)
        c[row * N + column] = epilogue<false>(sum, sa[row], sb[column], bias[column]);
}

// The same layer with its weights quantised ahead of time and an activation: what the inference path calls.
__global__ void linear_int8_relu(const signed char *qa, const signed char *qb, const float *sa, const float *sb, const float *bias, float *c,
                                 int M, int N, int K)
{
    __shared__ Tiles tiles;

    int first_row = blockIdx.y * TILE;
    int first_column = blockIdx.x * TILE;
    int row = first_row + threadIdx.y;
    int column = first_column + threadIdx.x;

    int sum = 0;
    for (int k = 0; k < K; k += DEPTH) {
        load_tiles(tiles, qa, qb, first_row, first_column, k, M, N, K);
        __syncthreads();
        sum = dot_tile(tiles, sum);
        __syncthreads();
    }

    if (row < M && column < N)
        c[row * N + column] = epilogue<true>(sum, sa[row], sb[column], bias[column]);
}

// How many levels of a row sit at either end: calibration prints it.
__global__ void count_saturated(const signed char *q, int *saturated, int K, int rows)
{
    int row = blockIdx.x;
    if (row >= rows)
        return;
    int mine = 0;
    for (int c = threadIdx.x; c < K; c += 32)
        mine += q[row * K + c] == 127 || q[row * K + c] == -127;
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        mine += __shfl_xor_sync(0xffffffffu, mine, offset);
    if (threadIdx.x == 0)
        saturated[row] = mine;
}
