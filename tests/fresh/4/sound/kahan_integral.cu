// fpcheck: exposure <<<1, 32>>> x=uniform(0,1):8x1024 y=empty:8 n=1024 rows=8 ref=y=sum(x,1) --tol rtol=1e-6,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void exposure(const float* x, float* y, int n, int rows)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float v = __fsub_rn(x[r * n + i], c);
        float t = __fadd_rn(s, v);
        c = __fsub_rn(__fsub_rn(t, s), v);
        s = t;
    }
    y[r] = s;
}
