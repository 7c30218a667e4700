// fpcheck: softmax_row <<<1, 32>>> z=[100.1,100.4,99.8,100.2,99.6,100.3,100.0,99.9] p=empty:8 n=8 ref=p=softmax(z,0) --tol rtol=1e-3,atol=0
// expect: error narrowing at line 10: logits near 100 are cut to bf16 (steps of 0.5) before the maximum is subtracted
#include <cuda_runtime.h>
#include <cuda_bf16.h>

__global__ void softmax_row(const float* z, float* p, int n)
{
    int i = threadIdx.x;
    float v = i < n ? z[i] : -INFINITY;
    v = __bfloat162float(__float2bfloat16_rn(v));
    float m = v;
    for (int o = 16; o > 0; o >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    float e = expf(v - m), s = e;
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (i < n)
        p[i] = e / s;
}
