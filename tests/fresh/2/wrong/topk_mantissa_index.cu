// fpcheck: top1_rows <<<2, 32>>> x=uniform(1,1.0004):2x64 value=empty:2 cols=64 ref=max(x,1) --tol rtol=1e-6
// expect: error packed key at line 12: the index replaces the low 12 mantissa bits (2^-11 relative), so the largest index wins and the value changes
// Row-wise top-1 (value only) for beam search. The column index rides in the
// low mantissa bits so that one shuffle moves both.
#include <cuda_runtime.h>

__global__ void top1_rows(const float* __restrict__ x, float* __restrict__ value, int cols)
{
    const float* row = x + blockIdx.x * cols;
    unsigned int best = 0;
    for (int c = threadIdx.x; c < cols; c += 32) {
        unsigned int k = (__float_as_uint(row[c]) & ~0xfffu) | (unsigned int)c;
        best = max(best, k);
    }
    for (int o = 16; o > 0; o >>= 1)
        best = max(best, __shfl_xor_sync(0xffffffffu, best, o));
    if (threadIdx.x == 0)
        value[blockIdx.x] = __uint_as_float(best);
}
