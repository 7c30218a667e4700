// fpcheck: winding_bits <<<1, 32>>> ax=[6492.97,6100.44,4883.92,7332.99,4312.29,7552.23] ay=[6492.97,6100.44,4883.92,7332.99,4312.29,7552.23] bx=[6504.97,6112.44,4895.92,7344.99,4324.29,7564.23] by=[6505.22,6112.69,4896.17,7345.24,4324.54,7564.48] cx=[6517.0327,6124.5024,4907.9824,7357.0527,4336.3525,7576.2925] cy=[6517.47,6124.9556,4908.4355,7357.5215,4336.8057,7576.7456] ccw=empty:6 n=6
// expect: error sign bit decides at line 17: the expanded determinant of nearly collinear points cancels products of 4e7 to -0.6; the sign bit says 0 where the exact determinant is negative
// Orientation of triangles from the sign bit of the expanded 3x3 determinant.
#include <cuda_runtime.h>

__global__ void winding_bits(const float* __restrict__ ax, const float* __restrict__ ay,
                             const float* __restrict__ bx, const float* __restrict__ by,
                             const float* __restrict__ cx, const float* __restrict__ cy,
                             int* __restrict__ ccw, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float det = ax[i] * by[i] - ay[i] * bx[i]
              + bx[i] * cy[i] - by[i] * cx[i]
              + cx[i] * ay[i] - cy[i] * ax[i];
    // sign bit set -> clockwise
    ccw[i] = (__float_as_int(det) >> 31) & 1;
}
