// fpcheck: quantise_pair <<<(16, 2), 32>>> x=const(1):16x128 w=const(2):16x128 a=empty:16x128 b=empty:16x128 scale_a=empty:16 scale_b=empty:16 k=128
// fpcheck+ gemm_s8 <<<(2, 2), (8, 8)>>> a_in=a b_in=b scale_a_in=scale_a scale_b_in=scale_b c=empty:16x16 k=128 n=16
// fpcheck+ bias_gelu <<<8, 32>>> c_in=c bias=const(0.5):16 y=empty:16x16 n=16 want=const(256.5):16x16:f32 ref=y=want --tol rtol=1e-3,atol=0
// fpcheck+ row_softmax <<<16, 32>>> z=y probability=empty:16x16 entropy=empty:16 n=16
// expect: error narrowing at line 85
// why: the partial sums of four products of 127 * 127 are kept as 16 bits between the steps: 64516 wraps to -1020
// figure: computed c[0] -4.0474 and y[0] about -0.0007, MPFR 256 and 256.5
#include <cuda_runtime.h>

// A linear layer in int8: symmetric codes a row for activations and weights, four products
// an instruction, then bias and GELU in binary32, and the probabilities of the rows for a
// look at the attention of a small head.
constexpr int TILE = 8;
constexpr int DEPTH = 32;
constexpr unsigned FULL = 0xffffffffu;

__device__ float warp_max(float v)
{
    for (int d = 16; d; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(FULL, v, d));
    return v;
}

__device__ float row_scale(const float *row, int k)
{
    float largest = 0.0f;
    for (int i = threadIdx.x; i < k; i += 32)
        largest = fmaxf(largest, fabsf(row[i]));
    largest = warp_max(largest);
    return largest > 0.0f ? largest / 127.0f : 1.0f;
}

__device__ signed char to_code(float v, float inverse)
{
    int q = __float2int_rn(v * inverse);
    return (signed char)min(max(q, -127), 127);
}

__device__ void quantise_row(const float *row, signed char *codes, float *scale_out, int k)
{
    float scale = row_scale(row, k);
    float inverse = 1.0f / scale;
    for (int i = threadIdx.x; i < k; i += 32)
        codes[i] = to_code(row[i], inverse);
    if (threadIdx.x == 0)
        *scale_out = scale;
}

// Symmetric int8 codes a row: of the activations in blocks (r, 0), of the weights in blocks (r, 1).
__global__ void quantise_pair(const float *x, const float *w, signed char *a, signed char *b, float *scale_a, float *scale_b,
                              int k)
{
    int row = blockIdx.x;
    if (blockIdx.y == 0)
        quantise_row(x + row * k, a + row * k, scale_a + row, k);
    else
        quantise_row(w + row * k, b + row * k, scale_b + row, k);
}

struct Panel {
    int words[TILE][DEPTH / 4];
};

__device__ void load_panel(Panel &panel, const signed char *matrix, int first_row, int k, int at)
{
    int row = threadIdx.y;
    int word = threadIdx.x;
    const int *source = reinterpret_cast<const int *>(matrix + (first_row + row) * k + at);
    panel.words[row][word] = source[word];
}

// C = A * B^T of int8 matrices, both k-contiguous, with a scale a row of each.
__global__ void gemm_s8(const signed char *a_in, const signed char *b_in, const float *scale_a_in, const float *scale_b_in, float *c,
                        int k, int n)
{
    __shared__ Panel left, right;
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    int total = 0;
    for (int at = 0; at < k; at += DEPTH) {
        load_panel(left, a_in, blockIdx.y * TILE, k, at);
        load_panel(right, b_in, blockIdx.x * TILE, k, at);
        __syncthreads();
        for (int w = 0; w < DEPTH / 4; w++) {
            short partial = (short)__dp4a(left.words[threadIdx.y][w], right.words[threadIdx.x][w], 0);
            total += partial;
        }
        __syncthreads();
    }
    c[row * n + column] = (float)total * scale_a_in[row] * scale_b_in[column];
}

__device__ float sigmoid(float v)
{
    if (v >= 0.0f)
        return 1.0f / (1.0f + __expf(-v));
    float e = __expf(v);
    return e / (1.0f + e);
}

// The tanh form of GELU, by way of the logistic function.
__device__ float gelu(float v)
{
    float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    return v * sigmoid(2.0f * u);
}

__device__ float add_bias(const float *bias, int column, float v)
{
    return bias ? v + bias[column] : v;
}

// y = gelu(c + bias), a row of n columns after another.
__global__ void bias_gelu(const float *c_in, const float *bias, float *y, int n)
{
    int total = n * n;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x)
        y[i] = gelu(add_bias(bias, i % n, c_in[i]));
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(FULL, v, d);
    return v;
}

// p log p, with its limit at zero.
__device__ float entropy_term(float p, float log_p)
{
    return p > 0.0f ? -p * log_p : 0.0f;
}

// One warp a row of at most 32: probabilities and their entropy.
__global__ void row_softmax(const float *z, float *probability, float *entropy, int n)
{
    int lane = threadIdx.x;
    int at = blockIdx.x * n + lane;
    bool active = lane < n;
    float v = active ? z[at] : -3.0e38f;
    float shifted = v - warp_max(v);
    float e = active ? expf(shifted) : 0.0f;
    float sum = warp_sum(e);
    float p = e / sum;
    float h = warp_sum(active ? entropy_term(p, shifted - logf(sum)) : 0.0f);
    if (active)
        probability[at] = p;
    if (lane == 0)
        entropy[blockIdx.x] = h;
}
