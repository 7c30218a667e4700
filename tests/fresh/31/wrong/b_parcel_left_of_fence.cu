// fpcheck: side_of_fence <<<1, 32>>> px=[465320.25, 465321.0, 465330.5, 465311.75, 465320.0, 465310.0, 465319.5, 465320.5] py=[5247111.5, 5247112.0, 5247121.0, 5247103.0, 5247111.0, 5247102.0, 5247111.5, 5247111.0] side=empty:8 n=8 ax=465300 ay=5247092 bx=465340 by=5247131
// expect: error flipped predicate at line 14
// why: the orientation is written out as products of UTM coordinates (2.4e12, spacing 262144) whose true sum is a few square metres: the sign is noise
// figure: computed side = [1, 1, 1, 1, 1, 1, 1, 1] (with fma), MPFR [-1, -1, -1, -1, -1, 1, 1, -1]
#include <cuda_runtime.h>

// +1: left of the fence from A to B, -1: right of it, 0: on it.
__global__ void side_of_fence(const float *px, const float *py, int *side, int n, float ax, float ay, float bx, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = px[i], y = py[i];
    float area = ax * by - ay * bx + bx * y - by * x + x * ay - y * ax;
    side[i] = area > 0.0f ? 1 : (area < 0.0f ? -1 : 0);
}
