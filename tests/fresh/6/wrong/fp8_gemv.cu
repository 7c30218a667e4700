// fpcheck: fp8_gemv <<<2, 128>>> rows=8 a=uniform(0.95,0.99):8x64 v=ones:64 y=empty:8 ref=y=sum(a,1) --tol rtol=0.07,atol=0
// expect: error fp8 range at line 45: the block maximum is scaled into [256, 512), 480 is the NaN code of e4m3, and fmaxf makes 0 of it
// y = relu(A v) with A quantised on the fly to e4m3 with one power-of-two scale (e8m0) for each 32 entries.
// One warp a row. The quantised codes go through shared memory as packed words, as the tensor core version wants them.
#define COLS 64
#define GROUP 32
#define GROUPS (COLS / GROUP)
#define WARPS 4

struct RowCodes {
    unsigned words[COLS / 4];
    int scale[GROUPS];
};

// ---------------------------------------------------------------------------------------------------------------
// e4m3: sign, 4 exponent bits (bias 7), 3 mantissa bits; 0x7f and 0xff are NaN, 448 is the largest number

// 2^e as a float, for e in the normal range
__device__ float power_of_two(int e)
{
    return __uint_as_float((unsigned)(e + 127) << 23);
}

// Round to nearest even of `m` with `drop` low bits to be dropped.
__device__ unsigned round_shift(unsigned m, int drop)
{
    unsigned half = 1u << (drop - 1);
    unsigned odd = (m >> drop) & 1u;
    return (m + half - 1u + odd) >> drop;
}

__device__ unsigned encode(float x)
{
    unsigned bits = __float_as_uint(x);
    unsigned sign = (bits >> 24) & 0x80u;
    unsigned mag = bits & 0x7fffffffu;
    if (mag < 0x3a800000u) return sign;                      // below half of the smallest subnormal, 2^-10
    int e = (int)(mag >> 23) - 127;
    if (e < -6) {                                            // subnormal: multiples of 2^-9
        unsigned full = (mag & 0x7fffffu) | 0x800000u;
        return sign | round_shift(full, 20 + (-6 - e));
    }
    // A carry out of the mantissa moves to the exponent by itself.
    unsigned code = round_shift(mag, 20) - (120u << 3);
    return sign | (code & 0x7fu);
}

__device__ float decode(unsigned c)
{
    unsigned e = (c >> 3) & 15u;
    unsigned m = c & 7u;
    float v;
    if (e == 15u && m == 7u)
        v = __uint_as_float(0x7fffffffu);
    else if (e == 0u)
        v = (float)m * power_of_two(-9);
    else
        v = (1.0f + (float)m * 0.125f) * power_of_two((int)e - 7);
    return (c & 0x80u) ? -v : v;
}

// ---------------------------------------------------------------------------------------------------------------
// the scale of a group

__device__ float group_absmax(float v)
{
    float m = fabsf(v);
    for (int d = 16; d > 0; d >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    return m;
}

// Exponent s of the group's scale: |v| 2^-s fits e4m3.
__device__ int scale_exponent(float absmax)
{
    unsigned bits = __float_as_uint(absmax);
    int e = (int)(bits >> 23) - 127;
    if (bits == 0u) return 0;
    int s = e - 8;
    return max(-100, min(100, s));
}

// ---------------------------------------------------------------------------------------------------------------
// quantise one row, one element a lane and group

__device__ void quantise_row(const float* row, RowCodes& out, int lane)
{
    for (int g = 0; g < GROUPS; ++g) {
        float v = row[g * GROUP + lane];
        int s = scale_exponent(group_absmax(v));
        unsigned code = encode(v * power_of_two(-s));
        // four lanes share a word
        unsigned word = code << (8 * (lane & 3));
        word |= __shfl_xor_sync(0xffffffffu, word, 1);
        word |= __shfl_xor_sync(0xffffffffu, word, 2);
        if ((lane & 3) == 0) out.words[(g * GROUP + lane) >> 2] = word;
        if (lane == 0) out.scale[g] = s;
    }
    __syncwarp();
}

// ---------------------------------------------------------------------------------------------------------------
// product of a quantised row and the vector

__device__ float group_dot(const RowCodes& codes, const float* v, int g, int lane)
{
    int i = g * GROUP + lane;
    unsigned code = (codes.words[i >> 2] >> (8 * (i & 3))) & 0xffu;
    float p = decode(code) * v[i];
    for (int d = 16; d > 0; d >>= 1)
        p += __shfl_xor_sync(0xffffffffu, p, d);
    return p;
}

__device__ float row_dot(const RowCodes& codes, const float* v, int lane)
{
    float acc = 0.0f;
    for (int g = 0; g < GROUPS; ++g)
        acc += group_dot(codes, v, g, lane) * power_of_two(codes.scale[g]);
    return acc;
}

// ---------------------------------------------------------------------------------------------------------------
// the kernel

__global__ void fp8_gemv(const float* __restrict__ a, const float* __restrict__ v, float* __restrict__ y, int rows)
{
    __shared__ RowCodes codes[WARPS];
    __shared__ float vec[COLS];

    for (int i = threadIdx.x; i < COLS; i += blockDim.x)
        vec[i] = v[i];
    __syncthreads();

    int warp = threadIdx.x >> 5;
    int lane = threadIdx.x & 31;
    int row = blockIdx.x * WARPS + warp;
    if (row >= rows) return;                                  // whole warps leave, no barrier follows

    RowCodes& mine = codes[warp];
    quantise_row(a + row * COLS, mine, lane);
    float acc = row_dot(mine, vec, lane);
    if (lane == 0)
        y[row] = fmaxf(acc, 0.0f);
}

// ---------------------------------------------------------------------------------------------------------------
// host: fills the inputs with a small generator, launches once, prints the first results

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t e_ = (call);                                                      \
        if (e_ != cudaSuccess) {                                                      \
            std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)

// Numbers in [lo, hi) from a 32-bit linear congruential generator.
static std::vector<float> generate(std::size_t n, float lo, float hi, unsigned seed)
{
    std::vector<float> v(n);
    unsigned s = seed;
    for (std::size_t i = 0; i < n; ++i) {
        s = s * 1664525u + 1013904223u;
        v[i] = lo + (hi - lo) * ((float)(s >> 8) * 0x1p-24f);
    }
    return v;
}

int main()
{
    const int rows = 8;
    std::vector<float> a = generate((std::size_t)rows * COLS, 0.95f, 0.99f, 12345u);
    float* d_a = nullptr;
    CHECK(cudaMalloc(&d_a, (std::size_t)rows * COLS * sizeof(float)));
    CHECK(cudaMemcpy(d_a, a.data(), (std::size_t)rows * COLS * sizeof(float), cudaMemcpyHostToDevice));
    std::vector<float> v = generate(COLS, 1.0f, 1.0f, 12345u);
    float* d_v = nullptr;
    CHECK(cudaMalloc(&d_v, COLS * sizeof(float)));
    CHECK(cudaMemcpy(d_v, v.data(), COLS * sizeof(float), cudaMemcpyHostToDevice));
    float* d_y = nullptr;
    CHECK(cudaMalloc(&d_y, rows * sizeof(float)));

    fp8_gemv<<<(rows + WARPS - 1) / WARPS, 32 * WARPS>>>(d_a, d_v, d_y, rows);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<float> y(rows);
    CHECK(cudaMemcpy(y.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < y.size() && i < 8; ++i)
        std::printf("y[%zu] = %.9g\n", i, (double)y[i]);

    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_v));
    CHECK(cudaFree(d_y));
    return 0;
}
