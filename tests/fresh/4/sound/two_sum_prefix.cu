// fpcheck: compensated_prefix <<<1, 32>>> x=uniform(-1,1):4x64 y=empty:4 n=64 rows=4 ref=y=sum(x,1) --tol rtol=1e-5,atol=1e-6
// expect: ok
#include <cuda_runtime.h>

// Knuth's TwoSum, no contraction possible
__device__ float two_sum(float a, float b, float& e)
{
    float s = __fadd_rn(a, b);
    float t = __fsub_rn(s, a);
    e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, t)), __fsub_rn(b, t));
    return s;
}

__global__ void compensated_prefix(const float* x, float* y, int n, int rows)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float e;
        s = two_sum(s, x[r * n + i], e);
        c += e;
    }
    y[r] = s + c;
}
