// fpcheck: rotate <<<4, 32>>> x=const(0.5):4x32:f16 y=empty:4x32:f16 first=1000 pairs=16
// expect: ok
// why: positions of 1000 and more are turned in half turns: the angle is reduced exactly as a fraction before cospif; half only holds inputs and outputs
// figure: computed y[0] for position 1000, pair 3: 0.5 cos - 0.5 sin = -0.681640625, MPFR -0.6814926; one rounding to half
#include <cuda_fp16.h>
// Rotary position embedding with frequencies that are odd fractions of a turn (2k+1)/2048, so that positions wrap exactly.
__global__ void rotate(const __half2 *x, __half2 *y, int first, int pairs)
{
    int k = threadIdx.x;
    if (k >= pairs)
        return;
    int position = first + blockIdx.x;
    int step = (position * (2 * k + 1)) & 2047;
    float s, c;
    sincospif((float)step * (1.0f / 1024.0f), &s, &c);
    float2 v = __half22float2(x[blockIdx.x * pairs + k]);
    float2 r = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
    y[blockIdx.x * pairs + k] = __float22half2_rn(r);
}
