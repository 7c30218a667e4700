// fpcheck: encode_residuals <<<1, 32>>> h=[[0.0,3.9999999e-05,1.99999995e-05,0.25,0.250030011,0.25],[-0.125,-0.125060007,1.5,1.50001001,-3.25,-3.2500999]] words=empty:6:u32 width=6 rows=2 half_words=6
// fpcheck+ decode_residuals <<<1, 32>>> r=empty:12 n=12 want=[0.0,3.9999999e-05,-1.99999995e-05,0.249980003,3.00109386e-05,-3.00109386e-05,-0.125,-6.00069761e-05,1.62505996,1.00135803e-05,-4.75001001,-9.98973846e-05] ref=r=want --tol rtol=1e-2,atol=1e-7
// expect: error exponent bias at line 91
// why: decoding a subnormal half starts from the exponent 127 - 15 instead of 127 - 14: each of them comes out at half its value, all others are right
// figure: r[1]: computed 1.999736e-05, MPFR 4e-05
// Lossy codec for smooth terrain: residuals against the neighbour to the west, as halves, two of them a word.
#include <cuda_runtime.h>

// ------------------------------------------------------------ binary32 to binary16, round to nearest even

__device__ inline unsigned int sign_of(unsigned int bits)
{
    return (bits >> 16) & 0x8000u;
}

__device__ inline bool is_nan_bits(unsigned int magnitude)
{
    return magnitude > 0x7f800000u;
}

// From 65520 on everything is an infinity.
__device__ inline bool is_too_large(unsigned int magnitude)
{
    return magnitude >= 0x477ff000u;
}

__device__ inline bool is_small(unsigned int magnitude)
{
    return magnitude < 0x38800000u; // 2^-14
}

// 0.5 has the ulp 2^-24, which is the unit of subnormal halves: the adder rounds.
__device__ unsigned int small_magnitude(unsigned int magnitude)
{
    float shifted = __fadd_rn(__uint_as_float(magnitude), 0.5f);
    return __float_as_uint(shifted) - 0x3f000000u;
}

__device__ unsigned int normal_magnitude(unsigned int magnitude)
{
    unsigned int odd = (magnitude >> 13) & 1u;
    magnitude += 0xfffu + odd;
    return (magnitude >> 13) - (112u << 10);
}

__device__ unsigned int to_half(float f)
{
    unsigned int bits = __float_as_uint(f);
    unsigned int magnitude = bits & 0x7fffffffu;
    unsigned int sign = sign_of(bits);
    if (is_nan_bits(magnitude))
        return sign | 0x7e00u;
    if (is_too_large(magnitude))
        return sign | 0x7c00u;
    if (is_small(magnitude))
        return sign | small_magnitude(magnitude);
    return sign | normal_magnitude(magnitude);
}

// ------------------------------------------------------------ binary16 to binary32

struct Half {
    unsigned int sign, exponent, fraction;
};

__device__ Half fields(unsigned int h)
{
    Half f;
    f.sign = (h & 0x8000u) << 16;
    f.exponent = (h >> 10) & 31u;
    f.fraction = h & 0x3ffu;
    return f;
}

__device__ float assemble(unsigned int sign, unsigned int exponent, unsigned int fraction)
{
    return __uint_as_float(sign | exponent << 23 | fraction << 13);
}

// Shifts the fraction up until its leading bit is the hidden one.
__device__ float decode_small(Half f)
{
    if (f.fraction == 0)
        return __uint_as_float(f.sign);
    unsigned int shift = 0;
    unsigned int m = f.fraction;
    while ((m & 0x400u) == 0) {
        m <<= 1;
        shift++;
    }
    unsigned int exponent = 127u - 15u - shift;
    return assemble(f.sign, exponent, m & 0x3ffu);
}

__device__ float from_half(unsigned int h)
{
    Half f = fields(h);
    if (f.exponent == 0)
        return decode_small(f);
    if (f.exponent == 31)
        return assemble(f.sign, 255u, f.fraction);
    return assemble(f.sign, f.exponent + 112u, f.fraction);
}

// ------------------------------------------------------------ prediction

// The first sample of a row has no neighbour: it is predicted as zero.
__device__ float predicted(const float *h, int row, int column, int width)
{
    return column > 0 ? h[row * width + column - 1] : 0.0f;
}

__device__ float residual(const float *h, int k, int width)
{
    int row = k / width, column = k % width;
    return h[k] - predicted(h, row, column, width);
}

// ------------------------------------------------------------ packing

__device__ inline unsigned int pack(unsigned int low, unsigned int high)
{
    return (low & 0xffffu) | high << 16;
}

__device__ inline unsigned int unpack(unsigned int word, int which)
{
    return which ? word >> 16 : word & 0xffffu;
}

// ------------------------------------------------------------ kernels

__global__ void encode_residuals(const float *h, unsigned int *words, int width, int rows, int half_words)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= half_words)
        return;
    int first = 2 * w;
    int last = width * rows - 1;
    unsigned int low = to_half(residual(h, first, width));
    unsigned int high = first + 1 <= last ? to_half(residual(h, first + 1, width)) : 0u;
    words[w] = pack(low, high);
}

__global__ void decode_residuals(const unsigned int *words, float *r, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    r[k] = from_half(unpack(words[k / 2], k & 1));
}
