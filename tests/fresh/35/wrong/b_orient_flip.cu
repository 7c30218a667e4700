// fpcheck: side_of <<<1, 64>>> ax=@b_orient_ax.npy ay=@b_orient_ay.npy px=@b_orient_px.npy py=@b_orient_py.npy side=empty:64:i32 n=64 --ref side=@b_orient_ref.npy
// expect: error flip at line 17
// why: the orientation determinant in binary32 of points nearly on the line decides on the wrong side; the filter that CGAL or Shewchuk have is missing: triangulations then loop or overlap
// figure: side[16] computed -1, MPFR 1
#include <cuda_runtime.h>

__device__ int sign_of(float v) { return (v > 0.0f) - (v < 0.0f); }

// is p left of the line from the origin of the tile through a?
__global__ void side_of(const float *ax, const float *ay, const float *px, const float *py, int *side, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    const float bx = 12.0f, by = 12.0f;
    float left = (ax[i] - px[i]) * (by - py[i]);
    float right = (ay[i] - py[i]) * (bx - px[i]);
    side[i] = sign_of(left - right);
}
