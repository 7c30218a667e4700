// fpcheck: quantise <<<4, 32>>> x=@a_fp8_rows_x.npy q=empty:4x64 scale=empty:4 back=empty:4x64 n=64 --ref back=x --tol rtol=6.5e-2,atol=1e-5
// expect: ok
// why: rows of very different size go to e4m3, but each is divided by its own largest element over 448 before the cast, so nothing saturates and little is subnormal
// figure: relative error at most 2^-4 = 6.25e-2 of 6.5e-2 allowed; largest element of a row: computed 448 times scale, exact itself
// Rows of activations as e4m3 with a scale for each row.
#include <cuda_fp8.h>

__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__global__ void quantise(const float *x, __nv_fp8_e4m3 *q, float *scale, float *back, int n)
{
    int row = blockIdx.x;
    int lane = threadIdx.x;
    float largest = 0.0f;
    for (int i = lane; i < n; i += 32)
        largest = fmaxf(largest, fabsf(x[row * n + i]));
    largest = warp_max(largest);
    float s = largest > 0.0f ? largest / 448.0f : 1.0f;
    for (int i = lane; i < n; i += 32) {
        __nv_fp8_e4m3 code(x[row * n + i] / s);
        q[row * n + i] = code;
        back[row * n + i] = (float)code * s;
    }
    if (lane == 0)
        scale[row] = s;
}
