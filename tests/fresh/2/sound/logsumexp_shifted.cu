// fpcheck: lse_rows <<<4, 32>>> x=uniform(-300,300):4x50 out=empty:4 cols=50 ref=log(sum(exp(x),1)) --tol rtol=1e-5
// expect: ok
// Row-wise log-sum-exp with the maximum subtracted; inactive lanes hold -inf.
#include <cuda_runtime.h>
#include <math_constants.h>

__global__ void lse_rows(const float* __restrict__ x, float* __restrict__ out, int cols)
{
    const float* row = x + blockIdx.x * cols;
    float m = -CUDART_INF_F;
    for (int c = threadIdx.x; c < cols; c += 32) m = fmaxf(m, row[c]);
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));

    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32) s += expf(row[c] - m);
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0) out[blockIdx.x] = m + logf(s);
}
