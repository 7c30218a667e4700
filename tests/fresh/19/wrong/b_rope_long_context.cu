// fpcheck: rope_rotate <<<2, 32>>> q=const(1):2x64 positions=[90001, 131071] rotated=empty:2x64 head_dim=64 --tol rtol=1e-4,atol=1e-5
// expect: error fast-math approximation beyond its range at line 26
// why: __sincosf is only good near [-pi, pi]; at positions of 1e5 the argument's turns are cut to about 1e-3, and the rotation is off by that
// figure: computed rotated[64] (token 1, pair 0, cos - sin) about -0.241777, MPFR -0.242742
#include <cuda_runtime.h>

__device__ float inverse_frequency(int pair, int head_dim)
{
    return exp2f(-13.287712379549449f * (2.0f * pair / head_dim));
}

__device__ float2 rotate(float2 v, float c, float s)
{
    return make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

// One block a token, one thread a pair of the head.
__global__ void rope_rotate(const float *q, const int *positions, float *rotated, int head_dim)
{
    int token = blockIdx.x;
    int pair = threadIdx.x;
    if (2 * pair >= head_dim)
        return;
    float angle = (float)positions[token] * inverse_frequency(pair, head_dim);
    float s, c;
    __sincosf(angle, &s, &c);
    int at = token * head_dim + 2 * pair;
    float2 turned = rotate(make_float2(q[at], q[at + 1]), c, s);
    rotated[at] = turned.x;
    rotated[at + 1] = turned.y;
}
