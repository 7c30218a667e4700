// fpcheck: dequant_gemv <<<8, 32>>> w=@b_e4m3_w.npy x=@b_e4m3_x.npy y=empty:8 k=64 --ref y=@b_e4m3_ref.npy --tol rtol=1e-4,atol=1e-6
// expect: error mismatch at line 13
// why: fp8 weights are decoded by moving exponent and mantissa and adding 120 to the exponent, which makes of a subnormal code m * 2^-9 the number 2^-7 * (1 + m / 8); known from hand-made e4m3 decoders
// figure: y[5] computed 1.07857525, MPFR 0.947937588
#include <cuda_runtime.h>

__device__ float decode_e4m3(unsigned char c)
{
    unsigned sign = (c & 0x80u) << 24;
    unsigned magnitude = c & 0x7fu;
    if (magnitude == 0) return __uint_as_float(sign);
    if (magnitude == 0x7f) return __uint_as_float(sign | 0x7fc00000u);
    return __uint_as_float(sign | ((magnitude << 20) + (120u << 23)));
}

__global__ void dequant_gemv(const unsigned char *w, const float *x, float *y, int k)
{
    float s = 0;
    for (int i = threadIdx.x; i < k; i += 32)
        s += decode_e4m3(w[blockIdx.x * k + i]) * x[i];
    for (int o = 16; o; o >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0) y[blockIdx.x] = s;
}
