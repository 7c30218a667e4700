// fpcheck: adamw <<<1, 32>>> w=inout:const(1.0):32:bf16 grads=uniform(0.5,1):256x32:f16 n=32 steps=256 lr=0.001 beta1=0.9 beta2=0.99 eps=1e-8 decay=0.01
// expect: ok
// why: the weight is bf16 and a step far below its spacing, but the 16 bits that bf16 leaves out are kept as a signed remainder, so that both together are the float
// figure: w[0] computed 0.74609375, MPFR 0.74552328 (half a spacing of bf16 is 0.002)
// AdamW with decoupled decay, moments in float. The master weight is stored as a rounded bf16 and a 16-bit correction of its
// bits: the forward pass reads the first alone. The gradients of all steps are there beforehand (a replay).
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Split {
    unsigned short high;    // bf16, rounded to nearest (ties away)
    short low;              // what to add to its bits
};

__device__ __forceinline__ Split split(float f)
{
    unsigned u = __float_as_uint(f);
    Split s;
    s.high = (unsigned short)((u + 0x8000u) >> 16);
    s.low = (short)(u - ((unsigned)s.high << 16));
    return s;
}

__device__ __forceinline__ float join(Split s)
{
    return __uint_as_float(((unsigned)s.high << 16) + (unsigned)(int)s.low);
}

struct Moments {
    float m, v;
    float power1, power2;   // beta^t
};

__device__ __forceinline__ float direction(Moments &s, float g, float beta1, float beta2, float eps)
{
    s.m = beta1 * s.m + (1.0f - beta1) * g;
    s.v = beta2 * s.v + (1.0f - beta2) * g * g;
    s.power1 *= beta1;
    s.power2 *= beta2;
    float mhat = s.m / (1.0f - s.power1);
    float vhat = s.v / (1.0f - s.power2);
    return mhat / (sqrtf(vhat) + eps);
}

__global__ void adamw(__nv_bfloat16 *w, const __half *grads, int n, int steps, float lr, float beta1, float beta2,
                      float eps, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Split x = split(__bfloat162float(w[i]));
    Moments s = {0.0f, 0.0f, 1.0f, 1.0f};
    for (int t = 0; t < steps; t++) {
        float d = direction(s, __half2float(grads[t * n + i]), beta1, beta2, eps);
        float now = join(x);
        x = split(now - lr * (d + decay * now));
    }
    w[i] = __ushort_as_bfloat16(x.high);
}
