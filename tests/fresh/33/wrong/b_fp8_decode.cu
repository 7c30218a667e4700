// fpcheck: matvec_e4m3 <<<6, 32>>> w=@b_fp8_w.npy x=@b_fp8_x.npy scale=0.5 y=empty:6 k=96 --ref 'y=@b_fp8_y.npy' --tol rtol=1e-4,atol=1e-5
// expect: error mismatch at line 12
// why: the hand-written e4m3 decoder gives codes with exponent 0 the hidden bit, so zero becomes 2^-7 and subnormals are far too large; pruned weights are full of zeros
// figure: y[3] computed -0.807965577, MPFR -0.764936013
#include <cuda_runtime.h>

__device__ float decode_e4m3(unsigned v)
{
    unsigned sign = (v & 0x80u) << 24;
    unsigned exponent = (v >> 3) & 15u;
    unsigned mantissa = v & 7u;
    return __uint_as_float(sign | ((exponent + 120u) << 23) | (mantissa << 20));
}

// One warp a row
__global__ void matvec_e4m3(const unsigned char* w, const float* x, float scale, float* y, int k)
{
    float acc = 0.0f;
    for (int i = threadIdx.x; i < k; i += 32)
        acc = fmaf(decode_e4m3(w[blockIdx.x * k + i]), x[i], acc);
    for (int off = 16; off > 0; off >>= 1)
        acc += __shfl_xor_sync(0xffffffffu, acc, off);
    if (threadIdx.x == 0)
        y[blockIdx.x] = acc * scale;
}
