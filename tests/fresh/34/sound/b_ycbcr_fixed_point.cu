// fpcheck: to_rgb <<<2, 32>>> ycc=@b_ycbcr_fixed_point_y.npy rgb=empty:64x3 n=64 --ref rgb=@b_ycbcr_fixed_point_ref_rgb.npy --tol bitwise
// expect: ok
// why: (unsigned char)(~x >> 31) looks like a careless narrowing but is the clamp: 255 for x above 255, 0 for negatives
// figure: rgb[0] computed 255, exact 255 (error 0, 0 of the tolerance; worst of 192)
#include <cuda_runtime.h>
// libjpeg's conversion in 16.16 fixed point; right shifts of negatives are arithmetic.
__host__ __device__ constexpr int fix(double x) { return (int)(x * 65536.0 + 0.5); }
__device__ unsigned char range_limit(int x)
{
    return (x & ~255) == 0 ? (unsigned char)x : (unsigned char)(~x >> 31);
}
__global__ void to_rgb(const unsigned char* __restrict__ ycc, unsigned char* rgb, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int y = ycc[3 * i], cb = ycc[3 * i + 1] - 128, cr = ycc[3 * i + 2] - 128;
    rgb[3 * i + 0] = range_limit(y + ((fix(1.402) * cr + 32768) >> 16));
    rgb[3 * i + 1] = range_limit(y + ((-fix(0.34414) * cb - fix(0.71414) * cr + 32768) >> 16));
    rgb[3 * i + 2] = range_limit(y + ((fix(1.772) * cb + 32768) >> 16));
}
