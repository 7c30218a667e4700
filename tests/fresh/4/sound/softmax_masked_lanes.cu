// fpcheck: softmax_small <<<1, 32>>> z=[-3.0,-2.5,-4.0,-1.0,-3.5] p=empty:5 n=5 ref=p=softmax(z,0) --tol rtol=1e-5,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void softmax_small(const float* z, float* p, int n)
{
    int i = threadIdx.x;
    float v = i < n ? z[i] : -INFINITY;
    float m = v;
    for (int o = 16; o > 0; o >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    float e = expf(v - m), s = e;
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (i < n)
        p[i] = e / s;
}
