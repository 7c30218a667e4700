// fpcheck: best_pose<<<1, 64>>> score=[-812.5, -799.25, -640.0, -903.0, -655.5, -700.0, -1200.0, -641.0, -990.0, -720.5] peak=empty:1 n=10 ref=peak=0*sum(score)-640 --tol bitwise
// expect: error wrong reduction identity at line 18
// why: FLT_MIN is the smallest positive float, not the lowest one; docking scores are negative, so an idle thread wins the maximum
// figure: computed peak = 1.17549435e-38, MPFR -640
#include <cfloat>
#include <cuda_runtime.h>

__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__global__ void best_pose(const float *score, float *peak, int n)
{
    __shared__ float warps[2];
    float best = FLT_MIN;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        best = fmaxf(best, score[i]);
    best = warp_max(best);
    if ((threadIdx.x & 31) == 0)
        warps[threadIdx.x >> 5] = best;
    __syncthreads();
    if (threadIdx.x == 0)
        peak[0] = fmaxf(warps[0], warps[1]);
}
