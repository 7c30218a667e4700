// fpcheck: any_collision <<<1, 64>>> px=arange:64 r=0.25 hit=empty:1 n=64
// expect: error uninitialised at line 18: the shared flag is only written by colliding threads, and here there are none
// Does any pair of neighbouring particles overlap? One block per cell.
#include <cuda_runtime.h>

__global__ void any_collision(const float* __restrict__ px, float r, int* __restrict__ hit, int n)
{
    __shared__ int flag;

    int i = threadIdx.x;
    if (i + 1 < n) {
        float d = fabsf(px[i + 1] - px[i]);
        if (d < 2.0f * r) flag = 1;
    }
    __syncthreads();

    if (threadIdx.x == 0) {
        if (flag)
            hit[0] = 1;
        else
            hit[0] = 0;
    }
}
