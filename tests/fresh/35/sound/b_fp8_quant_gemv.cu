// fpcheck: quantise_rows <<<4, 32>>> w=@b_q8_w.npy packed=empty:4x32:u32 exponent=empty:4:i32 --ref packed=@b_q8_codes.npy --ref exponent=@b_q8_exp.npy --ref y=@b_q8_ref.npy --tol rtol=1e-5,atol=1e-5
// fpcheck+ gemv <<<4, 32>>> packed=packed exponent=exponent x=@b_q8_x.npy y=empty:4
// expect: ok
// why: floats are made fp8 e4m3 by hand, with ties to even, subnormals and saturation at 448, four codes a word; the row's scale is a power of two, so that scaling is exact; y is the product with the quantised weights, which is what is asked for
// figure: packed: largest error 0 (0 relative at its worst, largest |value| 4.20627e+09), as simulated; exponent: largest error 0 (0 relative at its worst, largest |value| 18), as simulated; y: largest error 4.54e-08 (2.52e-07 relative at its worst, largest |value| 2.73126), as simulated
#include <cuda_runtime.h>

namespace fp8 {

constexpr int K = 128;
constexpr float LARGEST = 448.0f;

__device__ unsigned warp_max(unsigned v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = max(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

// exponent of the largest magnitude, compared as bits: non-negative floats order as integers
__device__ int row_exponent(const float *row)
{
    unsigned top = 0;
    for (int i = threadIdx.x; i < K; i += 32)
        top = max(top, __float_as_uint(row[i]) & 0x7fffffffu);
    top = warp_max(top);
    return (int)(top >> 23) - 127;
}

// 2^e, put together from bits
__device__ float power_of_two(int e)
{
    return __int_as_float((e + 127) << 23);
}

// v >= 2^-6: drop 20 bits of the mantissa, half a unit and the odd bit decide the carry, which may run into the exponent
__device__ unsigned encode_normal(float v)
{
    unsigned b = __float_as_uint(v);
    unsigned odd = (b >> 20) & 1u;
    b += 0x0007ffffu + odd;
    return (b >> 20) - (120u << 3);
}

// below 2^-6 codes are multiples of 2^-9: adding 2^14 leaves just those bits in the float's mantissa
__device__ unsigned encode_subnormal(float v)
{
    float aligned = __fadd_rn(v, 16384.0f);
    return __float_as_uint(aligned) - 0x46800000u;
}

__device__ unsigned encode(float v)
{
    unsigned sign = (__float_as_uint(v) >> 24) & 0x80u;
    float magnitude = fminf(fabsf(v), LARGEST);
    unsigned code = magnitude < 0.015625f ? encode_subnormal(magnitude) : encode_normal(magnitude);
    return sign | code;
}

__device__ float decode(unsigned c)
{
    int e = (int)((c >> 3) & 15u), m = (int)(c & 7u);
    float magnitude = e == 0 ? (float)m * 0.001953125f : __int_as_float(((e + 120) << 23) | (m << 20));
    return (c & 0x80u) ? -magnitude : magnitude;
}

__device__ unsigned pack(const float *row, int first, float scale)
{
    unsigned word = 0;
    for (int j = 0; j < 4; j++)
        word |= encode(row[first + j] * scale) << (8 * j);
    return word;
}

__device__ float dot_word(unsigned word, const float *x)
{
    float s = 0.0f;
    for (int j = 0; j < 4; j++)
        s = fmaf(decode((word >> (8 * j)) & 0xffu), x[j], s);
    return s;
}

} // namespace fp8

__global__ void quantise_rows(const float *w, unsigned *packed, int *exponent)
{
    using namespace fp8;
    const float *row = w + blockIdx.x * K;
    // the largest lands in [256, 512) and is cut at 448
    int e = row_exponent(row) - 8;
    packed[blockIdx.x * 32 + threadIdx.x] = pack(row, threadIdx.x * 4, power_of_two(-e));
    if (threadIdx.x == 0)
        exponent[blockIdx.x] = e;
}

__global__ void gemv(const unsigned *packed, const int *exponent, const float *x, float *y)
{
    using namespace fp8;
    unsigned word = packed[blockIdx.x * 32 + threadIdx.x];
    float s = dot_word(word, x + threadIdx.x * 4);
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0)
        y[blockIdx.x] = s * power_of_two(exponent[blockIdx.x]);
}
