// fpcheck: side_of_fence <<<1, 32>>> px=[465320.25, 465321.0, 465330.5, 465311.75, 465320.0, 465310.0, 465319.5, 465320.5] py=[5247111.5, 5247112.0, 5247121.0, 5247103.0, 5247111.0, 5247102.0, 5247111.5, 5247111.0] side=empty:8 n=8 ax=465300 ay=5247092 bx=465340 by=5247131
// expect: ok
// why: UTM coordinates in a determinant; the differences of floats of this size are exact in double, and so are the two products of them (48 bits)
// figure: computed side = [-1, -1, -1, -1, -1, 1, 1, -1], MPFR the same: the comparison is exact
#include <cuda_runtime.h>

// +1: left of the fence from A to B, -1: right of it, 0: on it.
__global__ void side_of_fence(const float *px, const float *py, int *side, int n, float ax, float ay, float bx, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double ux = (double)bx - (double)ax;
    double uy = (double)by - (double)ay;
    double vx = (double)px[i] - (double)ax;
    double vy = (double)py[i] - (double)ay;
    double left = ux * vy;
    double right = uy * vx;
    side[i] = (left > right) - (left < right);
}
