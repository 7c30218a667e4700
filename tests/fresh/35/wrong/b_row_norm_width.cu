// fpcheck: row_norms <<<4, 64>>> a=@b_rnw_a.npy norm=empty:16 cols=40 --ref norm=@b_rnw_ref.npy --tol rtol=1e-5
// expect: error mismatch at line 19
// why: half a warp works on a row, but the shuffle is given no width and begins at 16, so that each lower row takes in the upper row's sum; the sub-warp reduction slip of layer norm and CSR-vector kernels
// figure: norm[0] computed 9.84910679, MPFR 6.87550001
#include <cuda_runtime.h>

#define HALF_WARP 16

__global__ void row_norms(const float *a, float *norm, int cols)
{
    int lane = threadIdx.x % HALF_WARP;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / HALF_WARP;
    float s = 0.0f;
    for (int c = lane; c < cols; c += HALF_WARP) {
        float v = a[row * cols + c];
        s = fmaf(v, v, s);
    }
    for (int o = HALF_WARP; o > 0; o >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, o);
    if (lane == 0)
        norm[row] = sqrtf(s);
}
