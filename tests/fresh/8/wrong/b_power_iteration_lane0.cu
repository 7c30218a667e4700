// fpcheck: normalise_mode<<<1, 32>>> v=uniform(1,2):32 out=empty:32 ref=out=v/sqrt(sum(v*v)) --tol rtol=1e-4,atol=0
// expect: error shuffle result in lane 0 only at line 10
// why: after shfl_down only lane 0 holds the sum of the squares; the other lanes divide by a part of it
// figure: computed out[31] = 0.176776692, MPFR 0.213231365 for v[31] = 1.81481
#include <cuda_runtime.h>

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

// One vibration mode a warp: scaled to length 1 before the next multiplication by the matrix.
__global__ void normalise_mode(const float *v, float *out)
{
    int lane = threadIdx.x;
    float mine = v[blockIdx.x * 32 + lane];
    float length = sqrtf(warp_sum(mine * mine));
    out[blockIdx.x * 32 + lane] = mine / length;
}
