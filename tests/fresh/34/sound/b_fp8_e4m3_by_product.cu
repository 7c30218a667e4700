// fpcheck: widen_e4m3 <<<2, 128>>> x=@b_fp8_e4m3_by_product_x.npy y=empty:254 n=254 --ref y=@b_fp8_e4m3_by_product_ref_y.npy --tol bitwise
// expect: ok
// why: tiny floats (down to a subnormal of 2^-129) are made of bits and multiplied by 2^120: every step is exact, subnormal codes included
// figure: y[0] computed 0, exact 0 (error 0, 0 of the tolerance; worst of 254)
#include <cuda_runtime.h>
// e4m3 -> f32 without cvt: the bits as the float 2^-120 times the value, then an exact product by 2^120, which also
// normalises what was subnormal.
__device__ __forceinline__ float e4m3_to_float(unsigned char b)
{
    const unsigned bits = ((unsigned)(b & 0x80) << 24) | ((unsigned)(b & 0x7f) << 20);
    return __uint_as_float(bits) * 1.329227995784916e+36f;   // 2^120
}
__global__ void widen_e4m3(const unsigned char* __restrict__ x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = e4m3_to_float(x[i]);
}
