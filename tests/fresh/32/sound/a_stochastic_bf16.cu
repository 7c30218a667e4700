// fpcheck: round_down_or_up <<<2, 128>>> x=@a_stochastic_bf16_x.npy y=empty:256 seed=12345 n=256 --ref 'y=@a_stochastic_bf16_y_ref.npy'
// expect: ok
// why: stochastic rounding to bfloat16: random bits are added below the kept ones and cut off, so that results are off by up to an ulp by intention; the reference holds the very bits
// figure: y[0] computed 50256, exact 50256; 0 of 256 beyond the tolerance, worst 0 times
#include <cuda_runtime.h>

__device__ unsigned noise(unsigned i, unsigned seed)
{
    unsigned h = i * 0x9e3779b1u + seed;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    return h & 0xffffu;
}

// weights to bfloat16, stored as their bits: rounds up with a probability that is the part cut off
__global__ void round_down_or_up(const float* x, unsigned short* y, unsigned seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned u = __float_as_uint(x[i]);
    if ((u & 0x7f800000u) != 0x7f800000u)
        u += noise(i, seed);
    y[i] = (unsigned short)(u >> 16);
}
