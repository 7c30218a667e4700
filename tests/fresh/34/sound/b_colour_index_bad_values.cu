// fpcheck: colour_index <<<3, 32>>> v=@b_colour_index_bad_values_v.npy index=empty:96 n=96 --ref index=@b_colour_index_bad_values_ref_index.npy --tol bitwise
// expect: ok
// why: NaN and infinities in the data are missing values with codes of their own; conversions see numbers of [0, 128] only
// figure: index[0] computed 50, exact 50 (error 0, 0 of the tolerance; worst of 96)
#include <cuda_runtime.h>
// 128 colours for [0, 1], then one each for below (253), above (254) and missing data (255), which a NaN marks.
__device__ unsigned char colour(float v)
{
    if (!(v == v)) return 255;
    if (v < 0.0f) return 253;
    if (v > 1.0f) return 254;
    const int c = (int)(v * 128.0f);   // exact product, so the cell is exact too
    return (unsigned char)min(c, 127);   // 1.0 belongs to the last cell
}
__global__ void colour_index(const float* __restrict__ v, unsigned char* index, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) index[i] = colour(v[i]);
}
