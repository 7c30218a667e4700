// fpcheck: adamw_split <<<1, 32>>> w=inout:[1,0.75,1.5,-0.5] rest=inout:zeros:4:u16 n=4 g=0.25 lr=1e-4 steps=1500 want=[0.85,0.6,1.35,-0.65] ref=w=want --tol rtol=0,atol=0.0079
// expect: ok
// why: the weight is bf16, but its lower 16 bits live in a second buffer, so the sum is kept in single precision; the bf16 part is its truncation on purpose
// figure: single-precision error of 1500 steps about 1e-5; truncation to bf16 at most 2^-7 at 1.35, tolerance 0.0079
// AdamW with split master weights: bf16 for the forward pass, the lost half of the bits beside it.
#include <cuda_bf16.h>

__device__ float joined(__nv_bfloat16 upper, unsigned short lower)
{
    return __uint_as_float(((unsigned)__bfloat16_as_ushort(upper) << 16) | lower);
}

__device__ void split(float v, __nv_bfloat16 &upper, unsigned short &lower)
{
    const unsigned bits = __float_as_uint(v);
    upper = __ushort_as_bfloat16((unsigned short)(bits >> 16));
    lower = (unsigned short)(bits & 0xffffu);
}

__global__ void adamw_split(__nv_bfloat16 *w, unsigned short *rest, int n, float g, float lr, int steps)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float m = 0.0f, v = 0.0f, power1 = 1.0f, power2 = 1.0f;
    for (int t = 0; t < steps; t++) {
        m = 0.9f * m + 0.1f * g;
        v = 0.999f * v + 0.001f * g * g;
        power1 *= 0.9f;
        power2 *= 0.999f;
        const float direction = (m / (1.0f - power1)) / (sqrtf(v / (1.0f - power2)) + 1e-8f);
        split(joined(w[i], rest[i]) - lr * direction, w[i], rest[i]);
    }
}
