// fpcheck: velocity <<<(2, 1), (16, 8)>>> transport=@b_lmd_t.npy depth=@b_lmd_d.npy u=empty:8x32 nx=32 --ref u=@b_lmd_ref.npy --tol rtol=1e-5
// expect: ok
// why: on land the depth is 0 and transport / depth is inf or NaN there, but the quotient is thrown away by the mask: land gets 0, which is what is meant
// figure: u: largest error 1.39e-07 (5.53e-08 relative at its worst, largest |value| 6.63284), as simulated
#include <cuda_runtime.h>

__global__ void velocity(const float *transport, const float *depth, float *u, int nx)
{
    int i = threadIdx.y * nx + blockIdx.x * 16 + threadIdx.x;
    float speed = transport[i] / depth[i];
    bool wet = depth[i] > 0.0f;
    u[i] = wet ? speed : 0.0f;
}
