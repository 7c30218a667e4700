// fpcheck: widen_e4m3 <<<2, 128>>> x=@b_fp8_e4m3_by_hand_x.npy y=empty:252 n=252 scale=512 --ref y=@b_fp8_e4m3_by_hand_ref_y.npy --tol 1ulp
// expect: error subnormals decoded wrongly at line 11
// why: subnormals (exponent field 0) get an implicit one when the exponent is rebiased by addition: code 0x01 becomes 2^-7 * 1.125 instead of 2^-9; a known error of hand-written fp8 decoders
// figure: y[1] computed 4.5, exact 1
#include <cuda_runtime.h>
// e4m3 -> f32 without cvt, for cards before sm_89: move the bits, then rebias the exponent by 120.
__device__ __forceinline__ float e4m3_to_float(unsigned char b)
{
    const unsigned sign = (unsigned)(b & 0x80) << 24;
    const unsigned mag = (unsigned)(b & 0x7f) << 20;
    const unsigned bits = mag == 0 ? 0 : mag + (120u << 23);
    return __uint_as_float(sign | bits);
}
__global__ void widen_e4m3(const unsigned char* __restrict__ x, float* y, int n, float scale)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = e4m3_to_float(x[i]) * scale;
}
