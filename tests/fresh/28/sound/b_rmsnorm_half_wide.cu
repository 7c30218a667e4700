// fpcheck: rms_norm <<<R, 32>>> x=@b_rw_x.npy w=@b_rw_w.npy y=empty:4x96:f16 C=96 R=4 eps=1e-6 ref=y=@b_rw_y.npy --tol rtol=1e-3,atol=1e-5
// expect: ok
// why: inputs up to 40000 are halves whose squares would overflow in half; they are widened before the multiplication
// figure: computed 2.01367188, MPFR 2.01276683 (worst element of a float model of the kernel: error 0.00091, tolerance 0.002, rounding to half)
#include <cuda_fp16.h>

template <typename T>
__device__ T warp_sum(T x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__global__ void rms_norm(const __half *x, const __half *w, __half *y, int C, int R, float eps)
{
    const int row = blockIdx.x;
    const __half2 *in = reinterpret_cast<const __half2 *>(x + row * C);
    const __half2 *weight = reinterpret_cast<const __half2 *>(w);
    __half2 *out = reinterpret_cast<__half2 *>(y + row * C);
    float sum = 0.0f;
    for (int i = threadIdx.x; i < C / 2; i += 32) {
        float2 v = __half22float2(in[i]);
        sum = fmaf(v.x, v.x, sum);
        sum = fmaf(v.y, v.y, sum);
    }
    float scale = rsqrtf(warp_sum(sum) / (float)C + eps);
    for (int i = threadIdx.x; i < C / 2; i += 32) {
        float2 v = __half22float2(in[i]);
        float2 g = __half22float2(weight[i]);
        out[i] = __floats2half2_rn(v.x * scale * g.x, v.y * scale * g.y);
    }
}
