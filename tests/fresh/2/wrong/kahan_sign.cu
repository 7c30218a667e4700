// fpcheck: compensated_sum <<<1, 1>>> x=const(0.1):20000 out=empty:1 n=20000 ref=sum(x) --tol rtol=1e-6
// expect: error compensated sum broken at line 11: the compensation is added where it must be subtracted, which doubles the error
// Kahan summation of a long series in a single thread.
#include <cuda_runtime.h>

__global__ void compensated_sum(const float* __restrict__ x, float* __restrict__ out, int n)
{
    float sum = 0.0f;
    float c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float y = __fadd_rn(x[i], c);
        float t = __fadd_rn(sum, y);
        c = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    out[0] = sum;
}
