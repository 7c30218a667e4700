// fpcheck: pack_pairs <<<1, 32>>> x=[1.0,-1.99998999,3.14159274,9.9999461e-41,65504.0,1.00390625,1.01171875,-0.00779999979,2.50000007e+38,12345.6777,-1e-30,0.333333313] packed=empty:6:u32 pairs=6
// fpcheck+ unpack_pairs <<<1, 32>>> y=empty:12 pairs=6 want=[1.0,-2.0,3.140625,9.18354962e-41,65536.0,1.0,1.015625,-0.0078125,2.49894863e+38,12352.0,-9.98402083e-31,0.333984375] ref=y=want --tol bitwise
// expect: ok
// why: bits of floats are added to by hand and shifted; the carry rounds to nearest even, also into the next exponent; NaNs would be kept apart
// figure: y[1]: computed -2, MPFR -2 (nearest bfloat16)
#include <cuda_runtime.h>

__device__ unsigned int bf16_bits(float v)
{
    unsigned int b = __float_as_uint(v);
    if ((b & 0x7fffffffu) > 0x7f800000u)
        return (b >> 16) | 0x40u;
    return (b + 0x7fffu + ((b >> 16) & 1u)) >> 16;
}

__device__ float low_float(unsigned int w)
{
    return __uint_as_float(w << 16);
}

__device__ float high_float(unsigned int w)
{
    return __uint_as_float(w & 0xffff0000u);
}

__global__ void pack_pairs(const float *x, unsigned int *packed, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs)
        packed[i] = bf16_bits(x[2 * i]) | bf16_bits(x[2 * i + 1]) << 16;
}

__global__ void unpack_pairs(const unsigned int *packed, float *y, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) {
        y[2 * i] = low_float(packed[i]);
        y[2 * i + 1] = high_float(packed[i]);
    }
}
