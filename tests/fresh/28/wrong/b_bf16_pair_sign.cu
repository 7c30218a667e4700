// fpcheck: residual_relu <<<1, 64>>> x=@b_pair_x.npy skip=@b_pair_s.npy packed=empty:64:u32 n=64 ref=y=@b_pair_y.npy --tol rtol=1e-2,atol=0
// fpcheck+ unpack_relu <<<1, 64>>> packed=packed y=empty:128 n=64
// expect: error nan at line 20
// why: the lower half is a signed short; where it is negative its sign fills the upper half with ones, a NaN, which fmaxf turns into 0
// figure: computed 0, MPFR 1.50165629 (y[5], its partner is -1.54)
#include <cuda_bf16.h>

__device__ short bits_of(float x)
{
    return __bfloat16_as_short(__float2bfloat16_rn(x));
}

__global__ void residual_relu(const float *x, const float *skip, unsigned *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    short low = bits_of(x[2 * i] + skip[2 * i]);
    short high = bits_of(x[2 * i + 1] + skip[2 * i + 1]);
    packed[i] = ((unsigned)high << 16) | low;
}

__global__ void unpack_relu(const unsigned *packed, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float low = __uint_as_float(packed[i] << 16);
    float high = __uint_as_float(packed[i] & 0xffff0000u);
    y[2 * i] = fmaxf(low, 0.0f);
    y[2 * i + 1] = fmaxf(high, 0.0f);
}
