// fpcheck: mean_exposure <<<4, 32>>> frame=uniform(0.5,2):4x1024 mean=empty:4 n=1024 ref=mean=sum(frame,1)/1024 --tol rtol=1e-3,atol=0
// expect: ok
// why: halves are loaded in pairs through a cast pointer and 1024 of them are summed; but a pair is widened before it is added, and all sums are binary32: rows are of even length, so the pairs are aligned
// figure: computed error 0 of widening, sums within 1e-6 relative, tolerance 1e-3
#include <cuda_fp16.h>

// Mean exposure of frames in half precision, one warp a frame, two pixels a load.
__global__ void mean_exposure(const __half *frame, float *mean, int n)
{
    const __half2 *p = (const __half2 *)(frame + blockIdx.x * n);
    int lane = threadIdx.x;
    float sum = 0.0f;
    for (int i = lane; i < n / 2; i += 32) {
        float2 v = __half22float2(p[i]);
        sum += v.x + v.y;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0)
        mean[blockIdx.x] = sum / n;
}
