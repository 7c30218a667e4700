// fpcheck: lse <<<2, 32>>> z=uniform(90,120):2x50 y=empty:2 n=50 ref=y=log(sum(exp(z-100),1))+100 --tol rtol=1e-6,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void lse(const float* z, float* y, int n)
{
    const float* r = z + blockIdx.x * n;
    float m = -INFINITY;
    for (int i = threadIdx.x; i < n; i += 32)
        m = fmaxf(m, r[i]);
    for (int o = 16; o > 0; o >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    float s = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        s += expf(r[i] - m);
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0)
        y[blockIdx.x] = m + logf(s);
}
