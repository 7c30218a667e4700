// fpcheck: inclusive_scan_block <<<1, 128>>> x=uniform(0,1):128 y=empty:128 n=128 ref=cumsum(x) --tol rtol=1e-5
// expect: ok
// Inclusive scan of a block with warp shuffles.
#include <cuda_runtime.h>

__device__ __forceinline__ float warp_scan(float v, int lane)
{
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        float up = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o) v += up;
    }
    return v;
}

__global__ void inclusive_scan_block(const float* __restrict__ x, float* __restrict__ y, int n)
{
    __shared__ float totals[32];
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;

    float v = warp_scan(tid < n ? x[tid] : 0.0f, lane);
    if (lane == 31) totals[warp] = v;
    __syncthreads();

    if (warp == 0) {
        int warps = blockDim.x >> 5;
        float t = lane < warps ? totals[lane] : 0.0f;
        t = warp_scan(t, lane);
        if (lane < warps) totals[lane] = t;
    }
    __syncthreads();
    if (warp > 0) v += totals[warp - 1];
    if (tid < n) y[tid] = v;
}
