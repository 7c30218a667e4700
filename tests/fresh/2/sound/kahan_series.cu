// fpcheck: kahan_sum <<<1, 1>>> x=uniform(0,1):20000 out=empty:1 n=20000 ref=sum(x) --tol rtol=1e-6
// expect: ok
// Kahan summation; the intrinsics keep the compiler from touching the order.
#include <cuda_runtime.h>

__global__ void kahan_sum(const float* __restrict__ x, float* __restrict__ out, int n)
{
    float sum = 0.0f;
    float c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float y = __fsub_rn(x[i], c);
        float t = __fadd_rn(sum, y);
        c = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    out[0] = sum;
}
