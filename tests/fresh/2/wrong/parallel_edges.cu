// fpcheck: classify_edges <<<1, 32>>> ax=[0.1,1.1,2.3,0.7,3.7,0.3,5.9,1.7] ay=[0.3,0.7,1.9,0.2,1.3,0.9,2.1,0.6] bx=[0.1,1.1,2.3,0.7,3.7,0.3,5.9,1.7] by=[0.3,0.7,1.9,0.2,1.3,0.9,2.1,0.6] turn=empty:8 n=8
// expect: error contraction at line 13: ax*by - ay*bx of identical vectors is exactly 0 but the fused form leaves a rounding error, so the turn is +1 or -1
// Turn direction of consecutive polyline edges: +1 left, -1 right, 0 straight.
#include <cuda_runtime.h>

__global__ void classify_edges(const float* __restrict__ ax, const float* __restrict__ ay,
                               const float* __restrict__ bx, const float* __restrict__ by,
                               int* __restrict__ turn, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float cross = ax[i] * by[i] - ay[i] * bx[i];
    int t = 0;
    if (cross > 0.0f) t = 1;
    if (cross < 0.0f) t = -1;
    turn[i] = t;
}
