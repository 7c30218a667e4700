// fpcheck: swiglu <<<2, 64>>> gate=uniform(-6,6):256:f16 up=randn:256:f16 out=empty:256:f16 n=256
// expect: ok
// why: __expf and __fdividef are good to a few ulps of float in this range, and the output has eleven bits
// figure: half an ulp of half plus 1e-6 relative
#include <cuda_fp16.h>
__device__ float silu(float x)
{
    return __fdividef(x, 1.0f + __expf(-x));
}

__global__ void swiglu(const __half2 *gate, const __half2 *up, __half2 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i >= n)
        return;
    float2 g = __half22float2(gate[i]);
    float2 u = __half22float2(up[i]);
    out[i] = __floats2half2_rn(silu(g.x) * u.x, silu(g.y) * u.y);
}
